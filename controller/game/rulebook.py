"""A rulebook: what one jurisdiction's text says, as data with citations.

The classes here are the schema of config/rulebooks/*.toml, in the order of the
files. Citations are checked against the list of the five texts' paragraphs and
of our readings when a file is loaded (library.py).
"""

from dataclasses import dataclass, field
from typing import Literal

Cites = tuple[str, ...]
Method = Literal["manual_shoe", "hand", "automated"]
Place = Literal["seats", "dealer", "community", "box"]
Top = Literal["top"]


@dataclass(frozen=True, slots=True)
class Seats:
    most: int
    positions_a_player: int
    cite: Cites


@dataclass(frozen=True, slots=True)
class Hand:
    """How many cards a hand has; in Hi-Lo also how it is split."""

    own: int
    community: int
    cite: Cites
    high: int = 0
    low: int = 0
    player_aces_low: int = 0
    aces_cite: str = ""


@dataclass(frozen=True, slots=True)
class Decks:
    cards: int
    cover_cards: int
    cutting_cards: int
    second_needs: Literal["shuffler"]
    backs_differ: bool
    alternate: bool
    two_cite: str
    backs_cite: str
    alternate_cite: str
    rack_cite: str
    cite: Cites
    change_hours: dict[Method, int] = field(default_factory=dict)
    """By method, after how many hours a deck must go; empty: the text sets no time."""
    hand_change_cite: str = ""
    shoe_change_cite: str = ""


OpeningStep = Literal[
    "inspect", "verify", "spread-face-up", "first-player-looks", "turn-face-down", "wash", "stack", "shuffle"
]


@dataclass(frozen=True, slots=True)
class Opening:
    steps: tuple[OpeningStep, ...]
    each_deck: bool
    cite: Cites


@dataclass(frozen=True, slots=True)
class Preshuffled:
    """What a deck that comes inspected and shuffled is spared; and whether it is cut."""

    skips_opening: bool
    skips_first_shuffle: bool
    cut: bool
    cite: Cites


@dataclass(frozen=True, slots=True)
class Shuffle:
    when: tuple[Literal["before-play", "after-each-round", "floor-orders"], ...]
    cite: Cites
    order_cite: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    after: tuple[Literal["hand-shuffle", "preshuffled"], ...]
    least: int
    way: Literal["top-cards-onto-cover-card", "cover-card-into-the-deck"]
    recut_by: Literal["supervisor", "floor"]
    cite: Cites
    waived_with: Literal["counting-device"] | None = None


@dataclass(frozen=True, slots=True)
class Idle:
    spread: Literal["either-way", "face-down-unless-asked"]
    turned_up_on_arrival: bool
    again_from: OpeningStep
    cite: Cites


@dataclass(frozen=True, slots=True)
class Act:
    """What the dealer does before the first card."""

    act: Literal["no-more-bets", "lock-out", "count-progressive-chips", "chips-to-tray"]
    cite: Cites
    if_offered: str | None = None


@dataclass(frozen=True, slots=True)
class DealStep:
    """So many cards to each of a place, clockwise where it has several."""

    to: Place
    cards: int
    cite: Cites
    if_offered: str | None = None
    after_decisions: bool = False


@dataclass(frozen=True, slots=True)
class DealOrder:
    name: str
    steps: tuple[DealStep, ...]


@dataclass(frozen=True, slots=True)
class DealMethod:
    shuffler_needed: bool
    before: tuple[Act, ...]
    dealer_cover_card: bool
    burns: tuple[int, ...]
    """Cards burnt before the flop and before the last two."""
    community: Literal["from-shoe", "from-hand", "face-down-first", "none"]
    stub_leaves: Literal["after-last-community-card", "after-the-stacks", "after-the-deal"]
    stub_cite: str
    count_cite: str
    orders: tuple[DealOrder, ...]
    cite: Cites
    take_cite: Cites = ()
    """Of the shuffled deck's way into the shoe or the dealer's hand."""
    shuffler_cite: str = ""
    wrong_cite: str = ""
    """Of looking into a wrong stub count, where the text has it apart from what follows."""


@dataclass(frozen=True, slots=True)
class StubCount:
    every: int
    exempt: tuple[Method, ...]
    """The methods that need no count where the shuffler counts each deck it has shuffled."""
    cite: Cites


@dataclass(frozen=True, slots=True)
class Bets:
    """The paragraphs on when wagers may be made, changed or taken back."""

    closed_cite: str
    play_cite: str
    complete_cite: str
    stay_cite: str
    abandoned_cite: str = ""
    """Empty: the text does not let the floor hold wagers abandoned."""
    linked_cite: str = ""
    equal_antes_cite: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """A time for decisions: a play wager of so many times the ante, or something instead."""

    name: Literal["before-flop", "after-flop", "full-board", "election"]
    multiples: tuple[int, ...]
    instead: Literal["check", "fold"]
    then: int
    """Community cards turned up when everybody has decided."""
    play_cite: str
    """Of the play wager that has to lie there."""
    cite: Cites
    burn_cite: str = ""
    """Empty: the burn stands in the paragraph of the cards it comes before."""


@dataclass(frozen=True, slots=True)
class SettlementRules:
    first: Literal["far-right"]
    direction: Literal["counterclockwise"]
    order_cite: str
    within_seat: tuple[str, ...]
    after_all: tuple[str, ...]
    win_cite: str
    lose_cite: str
    push_cite: str
    fold_cite: str
    even_cite: str
    """Of the even money on ante and play."""
    cite: Cites
    qualifies: Literal["pair"] | None = None
    """The least hand with which the dealer plays for the ante; None: no such test."""
    below_cite: str = ""
    after_all_cite: str = ""


Judged = Literal[
    "against-dealer",
    "against-dealer-by-table",
    "best-hand",
    "own-and-flop",
    "own-and-box",
    "own-two",
    "own-five",
    "beaten-hand",
    "board",
    "highest-hand",
    "equal-points",
]


@dataclass(frozen=True, slots=True)
class Wager:
    judged: Judged
    offered: Literal["always", "by-option"]
    placed: Literal["before-no-more-bets", "in-a-window"]
    fold: Literal["lost", "stays", "none"]
    """What a fold does to it; `none`: a seat that folds has not made it."""
    cite: Cites
    required: bool = False
    """No seat is dealt in without it."""
    requires: tuple[str, ...] = ()
    equals: str | None = None
    amounts: tuple[str, ...] = ()
    """Dollars; empty: any amount."""
    methods: tuple[Method, ...] = ()
    """The only methods of dealing it goes with; empty: all."""
    fold_cite: str | None = None
    device_cite: str = ""
    """What it asks of the dealing device."""
    table_chosen: bool = False
    """Always offered, but by a pay table that the operator chooses."""


@dataclass(frozen=True, slots=True)
class RowEntry:
    hand: str
    pays: str
    item: str = ""
    """The row's own letter below the table's paragraph."""
    cite: str | None = None
    """In place of the table's paragraph and letter."""


@dataclass(frozen=True, slots=True)
class MeterEntry:
    name: str
    reset: str
    cite: str


@dataclass(frozen=True, slots=True)
class EnvyEntry:
    wager: str
    hand: str
    pays: str
    cite: str
    item: str = ""


@dataclass(frozen=True, slots=True)
class PayTableEntry:
    id: str
    rows: tuple[RowEntry, ...]
    otherwise: Literal["lose", "push"]
    cite: Cites
    otherwise_item: str = ""
    otherwise_cite: str | None = None
    meters: tuple[MeterEntry, ...] = ()
    envy: tuple[EnvyEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Progressive:
    tables: Literal["printed", "operator"]
    resets: Literal["printed", "operator", "operator-from-printed"]
    """Where a meter's reset amount comes from; the last: from the operator, not below the printed one."""
    validated_cite: str
    cite: Cites


@dataclass(frozen=True, slots=True)
class Limit:
    over: tuple[str, ...]
    set_by: Literal["text", "operator"]
    amount: str
    cite: Cites
    or_best_at_minimum: tuple[dict[str, int | Top], ...] = ()
    """Hands that could win the most at the table minimum: for each wager, how often it is paid."""


@dataclass(frozen=True, slots=True)
class Irregularity:
    voids: Literal["nothing", "hand", "all", "supervisor-decides"]
    cite: Cites
    still_settled: tuple[str, ...] = ()
    community_dealt: bool = False
    if_wagered: bool = False
    """The board is dealt only if a wager lies that is still settled."""
    reshuffle: bool = False
    deck_removed: bool = False
    card: Literal["to-discard-rack", "next-card"] | None = None
    device: Literal["emptied", "removed", "covered-or-signed"] | None = None
    repair: Literal["shortage-before-any-community-card", "one-card-short"] | None = None
    badge: Literal["supervisor"] | None = None
    device_cite: str = ""
    by_method: dict[Method, str] = field(default_factory=dict)
    """Which of the paragraphs holds for which method of dealing; empty: the first, for all."""


IrregularityName = Literal[
    "dealer_card_exposed",
    "one_face_up",
    "several_face_up_before_first_cards",
    "several_face_up_after_first_cards",
    "drawn_in_error",
    "seat_misdealt",
    "dealer_misdealt",
    "community_misdealt",
    "box_misdealt",
    "stub_wrong_misdealt",
    "stub_wrong",
    "shuffler_count_wrong",
    "shuffler_failed",
    "dealing_failed",
    "other_method",
]


ActName = Literal[
    "receive",
    "inspect",
    "verify",
    "spread",
    "look",
    "turn",
    "wash",
    "stack",
    "shuffle",
    "load",
    "take",
    "cut",
    "recut",
    "idle",
    "return",
    "shoe-fixed",
    "bets",
    "seated",
    "no-more-bets",
    "deal-seat",
    "deal-dealer",
    "flop",
    "last-cards",
    "stub",
    "stub-right",
    "stub-wrong",
    "decide",
    "fold-kept",
    "fold-discarded",
    "dealer-shows",
    "announce",
    "announce-seat",
    "seat-shows",
    "progressive-win",
    "kept-up",
    "cleared",
    "collect",
]
"""What the dealer is prompted to do; a rulebook cites the paragraphs that ask for it."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    id: str
    title: str
    game: Literal["holdem", "hi-lo"]
    seats: Seats
    hand: Hand
    decks: Decks
    opening: Opening
    shuffle: Shuffle
    cut: Cut
    idle: Idle
    methods: dict[Method, DealMethod]
    stub_count: StubCount
    bets: Bets
    windows: tuple[Window, ...]
    settlement: SettlementRules
    wagers: dict[str, Wager]
    paytables: dict[str, tuple[PayTableEntry, ...]]
    limits: tuple[Limit, ...]
    irregularities: dict[IrregularityName, Irregularity]
    acts: dict[ActName, Cites] = field(default_factory=dict)
    terms: dict[str, Cites] = field(default_factory=dict)
    """Words the text defines, and ranks of hands: what the program's own words mean."""
    posting: dict[str, Cites] = field(default_factory=dict)
    """What has to be shown to players, on the layout or a sign."""
    outside: dict[str, Cites] = field(default_factory=dict)
    """Why a controller can do nothing about these paragraphs."""
    preshuffled: Preshuffled | None = None
    progressive: Progressive | None = None
