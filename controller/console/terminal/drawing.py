"""From a view and what the person is doing to the lines of the screen. Pure."""

from controller.console.terminal import felt, pages
from controller.console.terminal.acts import ACTS, CONFIRM, PIN, SECOND_PIN, SECOND_WHO, WHO, Question, waiting_alarms
from controller.console.terminal.desk import CHOICES, PAGES, Desk, Form, question
from controller.console.terminal.paint import EMPTY, Line, Span, apart, beside, box, columns, filled
from controller.console.terminal.words import plain
from controller.console.view import View

SMALLEST = (72, 22)
"""Below that nothing useful fits."""

WIDE = 100
"""From here on two blocks stand beside each other."""

LIVE, WAITING = "live", "lost, trying again"


def frame(view: View | None, desk: Desk, width: int, height: int, *, live: bool) -> list[Line]:
    """Exactly so many lines, each exactly so wide."""
    if width < SMALLEST[0] or height < SMALLEST[1]:
        lines: list[Line] = [((f"The window is too small: {SMALLEST[0]} by {SMALLEST[1]} at least", "wait"),)]
    elif view is None:
        lines = [((" Waiting for the service", "wait"),)]
    else:
        lines = _screen(view, desk, width, height, live)
    lines = (lines + [EMPTY] * height)[:height]
    return [filled(line, width) for line in lines]


def _screen(view: View, desk: Desk, width: int, height: int, live: bool) -> list[Line]:
    top = [_header(view, width, live), *_prompt(view, width, live)]
    foot = _footer(view, desk, width)
    room = height - len(top) - 1
    panel = _panel(view, desk, width, room)
    body = _page(view, desk, width, room - len(panel))
    body = (body + [EMPTY] * room)[: max(0, room - len(panel))]
    return [*top, *body, *panel[:room], foot]


def _header(view: View, width: int, live: bool) -> Line:
    table = view["table"]
    about = [plain(table["method"]), table["title"] if width >= 110 else table["rulebook"]]
    left = ((f" {table['name'] or 'Table'}", "strong"), ("  " + " · ".join(filter(None, about)), "quiet"))
    right: list[Span] = [(f"round {table['number']} · {plain(table['state'])} · ", "quiet")]
    right.append((LIVE, "good") if live else (WAITING, "bad"))
    return apart(left, (*right, (" ", "")), width)


def _prompt(view: View, width: int, live: bool) -> list[Line]:
    """The one next act: what everybody at the console looks for first."""
    prompt = view["prompt"]
    if view["out_of_order"]:
        words = pages.paragraph(view["out_of_order"], "", width - 6, "strong")
        return box([((" ", ""), *line) for line in words], width, "Out of order: nothing is played", "bad")
    floor = prompt["text"].startswith("Floor") or view["table"]["state"] == "out-of-service"
    words = pages.paragraph(prompt["text"], prompt["rule"], width - 6, "strong" if live else "quiet")
    title, style = ("Next", "wait" if floor else "quiet") if live else ("As it was when the service was lost", "bad")
    return box([((" ", ""), *line) for line in words], width, title, style)


def _footer(view: View, desk: Desk, width: int) -> Line:
    if desk.form is not None or desk.menu:
        return ((" ", ""), *_keys([("Esc", "back"), ("Ctrl-C", "leave the console")]))
    if desk.said:
        return ((f" {desk.said}", "good"),)
    waiting = len(waiting_alarms(view))
    names = [
        (key, f"{name} {waiting}" if name == "alarms" and waiting else name)
        for key, name in zip(CHOICES, PAGES, strict=False)
    ]
    others = [("Enter", "acts"), *([("a", "acknowledge")] if waiting else []), ("q", "quit")]
    return apart(((" ", ""), *_keys(names)), (*_keys(others), (" ", "")), width)


def _keys(keys: list[tuple[str, str]]) -> Line:
    spans = [((key, "strong"), (f" {words}", "quiet"), ("  ", "")) for key, words in keys]
    return tuple(span for key in spans for span in key)[:-1]


# ---- pages -----------------------------------------------------------------------------


def _page(view: View, desk: Desk, width: int, room: int) -> list[Line]:
    if desk.page == "alarms":
        return pages.alarms(view, width, desk.scroll, room)
    if desk.page == "counts":
        listed = pages.counts(view, width, desk.scroll, room)
        return [*pages.meters(view, width), EMPTY, *listed] if view["table"]["meters"] else listed
    if desk.page == "device":
        return [*pages.decks(view, width), EMPTY, *pages.device(view, width), EMPTY, *pages.troubles(view)]
    return _table_page(view, width, room)


def _table_page(view: View, width: int, room: int) -> list[Line]:
    """The table first; what is wrong next to it; and of the rest as much as there is room for."""
    made = felt.round_lines(view, width) if view["round"] else []
    brief = pages.brief(view, width)
    left = room - len(made) - 1
    notices = pages.notices(view, width, min(left, max(3, left - len(brief) - 1)))
    more = [*made, EMPTY, *notices, *([EMPTY] if notices else []), *brief]
    blocks = [pages.device(view, width // 2 - 1), pages.decks(view, width - width // 2)]
    whole = [*made, EMPTY, *notices, *([EMPTY] if notices else []), *beside(blocks, width), EMPTY]
    left = room - len(whole)
    if left < 0 or width < WIDE:
        return more
    history = pages.counts(view, width // 2 - 1, 0, left)
    meters = pages.meters(view, width - width // 2) if view["table"]["meters"] else []
    return [*whole, *(beside([history, meters], width) if meters else history)]


# ---- the menu and the forms ------------------------------------------------------------


def _panel(view: View, desk: Desk, width: int, room: int) -> list[Line]:
    if desk.form is not None:
        lines = _form(view, desk.form, width - 4, room - 2)
        return box(lines[: max(1, room - 2)], width, desk.form.act.words.capitalize(), "wait")
    return box(_menu(view, width - 4), width, "Acts", "wait") if desk.menu else []


def _menu(view: View, width: int) -> list[Line]:
    """Four groups; what somebody waits for is marked."""
    groups: dict[str, list[Line]] = {}
    for act in ACTS:
        due = act.due(view)
        line: Line = ((act.key, "strong"), ("  " + act.words, "wait" if due else ""), (" •" if due else "", "wait"))
        groups.setdefault(act.group, [((act.group, "quiet"),)]).append(line)
    blocks = list(groups.values())
    if width >= 110:
        return beside(blocks, width)
    return [*beside(blocks[:2], width), EMPTY, *beside(blocks[2:], width)]


def _form(view: View, form: Form, width: int, room: int) -> list[Line]:
    made: list[Line] = [((note, "wait"),) for note in [form.note] if note]
    if form.over:
        return [*made, *_said(form.refused, width, "bad"), EMPTY, (("Any key goes on", "quiet"),)]
    asked = question(form, view)
    made += _answered(view, form)
    if asked is None:
        return [*made, (("The service is asked …", "quiet"),)]
    if asked is CONFIRM:
        return [*made, *_outlook(form, width, room - len(made))]
    if asked.kind == "choice":
        return [*made, ((asked.words, "strong"),), *_choices(asked, view, width)]
    typed = "not shown " if asked.kind == "secret" else form.typed
    label = f"{asked.words:<16}" if asked in (WHO, PIN, SECOND_WHO, SECOND_PIN) else f"{asked.words} "
    return [*made, ((label, "strong"), (typed, "quiet" if asked.kind == "secret" else ""), (" ", "here"))]


def _answered(view: View, form: Form) -> list[Line]:
    """What has been chosen so far; never a PIN."""
    told = []
    for about in form.act.questions:
        if about.name in form.values:
            value = form.values[about.name]
            words = next((words for option, words in about.options(view) if option == value), str(value))
            told.append(f"{value} cards" if about.kind == "number" else words)
    made: list[Line] = [((", ".join(told), "strong"),)] if told else []
    return made + [
        ((f"{who.words:<16}", "quiet"), (form.values[who.name], ""))
        for who in (WHO, SECOND_WHO)
        if who.name in form.values
    ]


def _outlook(form: Form, width: int, room: int) -> list[Line]:
    if form.refused:
        keys = (("Enter", "strong"), (" or ", "quiet"), ("Esc", "strong"), (" goes back", "quiet"))
        return [(("This would be refused", "bad"),), *_said(form.refused, width, "bad"), EMPTY, keys]
    if form.outlook is None:
        return [(("The rulebook is asked …", "quiet"),)]
    said = _said(form.outlook, width, "")
    most = room - 3
    if len(said) > most:
        said = [*said[: most - 1], ((f"and {len(said) - most + 1} lines more", "quiet"),)]
    return [
        (("What follows from it", "strong"),),
        *said,
        EMPTY,
        (("Enter", "strong"), (" goes on to sign it   ", "quiet"), ("Esc", "strong"), (" goes back", "quiet")),
    ]


def _said(said: tuple[tuple[str, str], ...], width: int, style: str) -> list[Line]:
    return [line for words, rule in said for line in pages.paragraph(words, rule, width, style)]


def _choices(asked: Question, view: View, width: int) -> list[Line]:
    options = list(zip(CHOICES, asked.options(view), strict=False))
    cells: list[Line] = [((f"  {key}  ", "strong"), (words, "")) for key, (_, words) in options]
    longest = max(len(words) for _, (_, words) in options) + 6
    return columns(cells, width, max(1, min(width // longest, -(-len(cells) // 6))))
