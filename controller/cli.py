"""tablectl: the one program, and the place where its parts are put together."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from controller.game.fields import BadInput

DONE, NO, BAD_INPUT = 0, 1, 2

# A command's modules are loaded when it is called: each needs its own, and the table starts on none.


def _settle(arguments: argparse.Namespace) -> int:
    from controller import settle

    if not arguments.jsonl:
        return settle.run(arguments.file, always_json=arguments.json)
    from controller import settle_lines

    with settle.open_input(arguments.file) as source:
        return settle_lines.run_lines(source)


def _odds(arguments: argparse.Namespace) -> int:
    from controller import odds

    return odds.run(arguments.rulebook, stake=arguments.stake, as_json=arguments.json)


def _play(arguments: argparse.Namespace) -> int:
    from controller.play import command

    return command.run(arguments.files, as_json=arguments.json)


def _rules(arguments: argparse.Namespace) -> int:
    from controller import rules

    return rules.run(arguments.rulebook, as_json=arguments.json, diagram=arguments.diagram)


def _run(arguments: argparse.Namespace) -> int:
    from controller import run

    return run.run(arguments.config, simulated=arguments.simulated)


def _verify(arguments: argparse.Namespace) -> int:
    from controller import verify

    return verify.run(arguments.journal, key=arguments.key, head=arguments.head, as_json=arguments.json)


def _round(arguments: argparse.Namespace) -> int:
    from controller import packet

    return packet.run(arguments.number, journal=arguments.journal, config=arguments.config, html=arguments.html)


def _digest(arguments: argparse.Namespace) -> int:
    from controller import digest

    return digest.run(as_json=arguments.json, verbose=arguments.verbose)


def _install(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from controller import install

    return install.run(Path(arguments.root), dry_run=arguments.dry_run)


def _config(arguments: argparse.Namespace) -> int:
    from controller import config_report

    return config_report.run(arguments.file, operators=arguments.operators)


def _pin(arguments: argparse.Namespace) -> int:
    from controller import pin

    return pin.run()


def _console(arguments: argparse.Namespace) -> int:
    from controller.console import command

    return command.run(arguments.socket)


def _check(arguments: argparse.Namespace) -> int:
    from controller import check

    return check.run(arguments.socket, as_json=arguments.json)


def _doctor(arguments: argparse.Namespace) -> int:
    from controller import doctor

    wish = {name: getattr(arguments, name) for name in ("simulated", "walk", "count", "watch")}
    return doctor.run(arguments.config, **wish)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, as for any other bad input; argparse would print its usage too."""
        line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in message)
        self.exit(BAD_INPUT, f"{self.prog}: {line} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="tablectl", description="The table controller.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, about: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=about, description=f"{about.capitalize()}.", allow_abbrev=False)

    settle = command("settle", "settle a described round")
    settle.add_argument("file", nargs="?", metavar="FILE", help="a round as JSON; standard input if left out")
    settle.add_argument("--json", action="store_true", help="print JSON on a terminal too")
    settle.add_argument("--jsonl", action="store_true", help="one round a line in, one result a line out")
    settle.set_defaults(run=_settle)

    odds = command("odds", "tell the exact return of every wager")
    odds.add_argument("rulebook", metavar="RULEBOOK", help="a rulebook's id, such as md-uth")
    odds.add_argument("--json", action="store_true", help="print JSON")
    odds.add_argument("--stake", default="5", metavar="DOLLARS", help="for wagers that pay fixed sums (default: 5)")
    odds.set_defaults(run=_odds)

    play = command("play", "play scripted rounds on a simulated table")
    play.add_argument("files", nargs="+", metavar="SCENARIO", help="a scenario file")
    play.add_argument("--json", action="store_true", help="print one JSON object a step")
    play.set_defaults(run=_play)

    rules = command("rules", "list every paragraph, what carries it and which tests show it")
    rules.add_argument("rulebook", nargs="?", metavar="RULEBOOK", help="a rulebook's id; all if left out")
    rules.add_argument("--json", action="store_true", help="print JSON")
    rules.add_argument("--diagram", action="store_true", help="print the machines as Mermaid diagrams")
    rules.set_defaults(run=_rules)

    table = command("run", "run a table")
    table.add_argument("--config", metavar="FILE", help="the table's file, if it is not at its usual place")
    table.add_argument("--simulated", action="store_true", help="with a digital twin in place of the hardware")
    table.set_defaults(run=_run)

    console = command("console", "look at a running table, and act on it as the floor supervisor")
    console.add_argument(
        "--socket", metavar="PATH", help="the service's control socket, if it is not at its usual place"
    )
    console.set_defaults(run=_console)

    verify = command("verify", "check a journal, replay it and settle every round in it again")
    verify.add_argument("journal", metavar="JOURNAL", help="the journal's file")
    verify.add_argument("--key", metavar="PUBLIC", help="the public key as it was kept off the box")
    verify.add_argument("--head", metavar="SEQ:HASH", help="a record as it was kept off the box: it must be in there")
    verify.add_argument("--json", action="store_true", help="print one JSON object")
    verify.set_defaults(run=_verify)

    packet = command("round", "tell all that the journal has of one round")
    packet.add_argument("number", metavar="N", help="the round's number")
    packet.add_argument("--journal", metavar="FILE", help="the journal; else the one that the table's file names")
    packet.add_argument("--config", metavar="FILE", help="the table's file, if it is not at its usual place")
    packet.add_argument("--html", metavar="FILE", help="write a page to be read and printed")
    packet.set_defaults(run=_round)

    digest = command("digest", "print the digest of the program and its rulebooks, to be kept off the box")
    digest.add_argument("--json", action="store_true", help="print JSON")
    digest.add_argument("--verbose", action="store_true", help="print each part and file too")
    digest.set_defaults(run=_digest)

    install = command("install", "put units, rules, an example table file and a key in place")
    install.add_argument("--root", default="/", metavar="DIR", help="the folder to install below (default: /)")
    install.add_argument("--dry-run", action="store_true", help="only say what would be done")
    install.set_defaults(run=_install)

    check = command("check", "tell a monitoring system in one line how the table is; exit code 0, 1 or 2")
    check.add_argument("--socket", metavar="PATH", help="the service's control socket, if it is not at its usual place")
    check.add_argument("--json", action="store_true", help="print one JSON object")
    check.set_defaults(run=_check)

    doctor = command("doctor", "test wiring, panel, dealing device and files of a table that is not being played")
    doctor.add_argument("--config", metavar="FILE", help="the table's file, if it is not at its usual place")
    doctor.add_argument("--simulated", action="store_true", help="with a digital twin in place of the hardware")
    doctor.add_argument("--walk", action="store_true", help="light every lamp in turn, long enough to look at it")
    doctor.add_argument("--count", action="store_true", help="have the device count its cards: that moves its motors")
    doctor.add_argument(
        "--watch", type=int, metavar="SECONDS", help="name what is moved, for so long (20 on a terminal, else 0)"
    )
    doctor.set_defaults(run=_doctor)

    config = command("config", "check a table's file without starting it")
    config.add_argument("file", metavar="FILE", help="a table's file, such as config/table.toml")
    config.add_argument("--operators", action="store_true", help="FILE is the operators' file")
    config.set_defaults(run=_config)

    pin = command("pin", "make an operator's PIN into the line for the operators' file")
    pin.set_defaults(run=_pin)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    arguments = _parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
    except BadInput as refusal:
        print(f"tablectl {arguments.command}: {refusal}", file=sys.stderr)
        return BAD_INPUT
    return code


def run() -> NoReturn:
    """The program's entry: like main, and quiet when its reader or its user has had enough."""
    if sys.stdout is None:
        sys.exit("tablectl: standard output is closed")
    try:
        try:
            code = main()
        finally:
            sys.stdout.flush()  # here, whether main came to its end or, as with --help, did not
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"tablectl: {error.strerror or error}", file=sys.stderr)
        # Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = NO
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
