from pet_clinic.base import Animal


class Cat(Animal):
    portion = 2


class Snake(Animal):
    legs = None
