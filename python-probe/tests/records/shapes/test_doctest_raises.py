"""
>>> from pkg import orders
>>> orders.find([{}], "tea")
"""
