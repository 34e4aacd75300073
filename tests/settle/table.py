"""Example hands and short ways to describe a round, for the hand-written cases."""

# Hand: a seat's cards, the community cards, the dealer's cards. The seat wins with that hand, and holds the same hand
# with its two cards and the flop alone. Unless the name says otherwise, the dealer has a pair or two pairs.
WINNING = {
    "royal-flush": ("Ah Kh", "Qh Jh Th 2c 3d", "2s 9c"),
    "straight-flush": ("9h 8h", "7h 6h 5h Kc 2d", "Ks Qd"),
    "four-of-a-kind": ("9h 9s", "9c 9d Kc 4s 2d", "Kd Qs"),
    "full-house": ("9h 9s", "9c Kc Kd 4s 2d", "Qs 4h"),
    "flush": ("Ah 9h", "Kh 7h 3h 4s 2d", "4c Qs"),
    "straight": ("9h 8s", "7c 6d 5h Kc 2d", "Kd Qs"),
    "three-of-a-kind": ("9h 9s", "9c Kc 6d 4s 2d", "Kd Qs"),
    "two-pair": ("9h Ks", "9c Kc 6d 4s 2d", "6s Qs"),
    "pair": ("9h As", "9c Kc 6d 4s 2d", "6s Qs"),
    "high-card": ("As Jh", "Kc 9c 6d 4s 2d", "Qs 8h"),
}
# A seat that loses to the dealer's kings, one that ties on the board, and dealers below a pair.
LOSING = ("Qd Jh", "Kc 9c 6d 4s 2d", "Ks Td")
TIED = ("2c 3d", "As Kd Qh Jc Ts", "2h 3c")
BELOW_WIN = ("As 9h", "Kc 9c 6d 4s 2d", "Qs 8h")
BELOW_LOSE = ("Jh 8d", "Kc 9c 6d 4s 2d", "Qs 7h")
BELOW_TIE = ("3c 7h", "As Kd Qh Jc 9s", "3d 7c")


def seat(number: int, cards: str, *, ante: str = "10", times: int = 1, folded: bool = False, **wagers) -> dict:
    """A UTH seat; a playing one has a play wager of `times` the ante, which is whole dollars then."""
    placed = {"ante": ante, "blind": ante}
    if not folded:
        placed["play"] = str(int(ante) * times)
    described = {"seat": number, "cards": cards.split(), "wagers": placed | wagers}
    return described | ({"folded": True} if folded else {})


def table(rulebook: str, community: str, dealer: str, *seats: dict, meters: dict | None = None, **options) -> dict:
    """A UTH round."""
    box = options.pop("box", None)
    round = {"rulebook": rulebook, "options": options, "community": community.split(), "dealer": dealer.split()}
    round["seats"] = list(seats)
    if meters is not None:
        round["meters"] = meters
    if box is not None:
        round["six_card_box"] = box.split()
    return round


def one(rulebook: str, dealt: tuple[str, str, str], *, wagers: dict | None = None, times: int = 1, **options) -> dict:
    """A UTH round with one playing seat, seat 1, ante and blind 10."""
    cards, community, dealer = dealt
    return table(rulebook, community, dealer, seat(1, cards, times=times, **(wagers or {})), **options)


def folded(rulebook: str, dealt: tuple[str, str, str], *, wagers: dict | None = None, **options) -> dict:
    """A UTH round with one folded seat, seat 1, ante and blind 10."""
    cards, community, dealer = dealt
    return table(rulebook, community, dealer, seat(1, cards, folded=True, **(wagers or {})), **options)
