from shop.order import Order


def test_pallet_and_single_ones():
    assert Order().add("B8", 100).add("A2", 9).total() == 100 * 899 - 100 * 899 * 15 // 100 + 9 * 490


def test_many_of_a_bulk_article_that_is_no_box():
    assert Order().add("B8", 9).total() == 9 * 899
