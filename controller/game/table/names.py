"""How classes are called outside the program."""


def written(kind: type) -> str:
    """`ChipsOn` is written `chips-on`."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)[1:]
