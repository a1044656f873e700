"""What stands on the table against what the game says should stand there.

In: two lists of stacks (a stack is a list of cups, bottom first; the order of the stacks means nothing). Out: the
differences, so that play can wait for the one that a card allows and explain every other.
"""


def stack_with_bottom(stacks, bottom):
    """Return the stack of `stacks` whose bottom cup is `bottom`, or None."""
    for stack in stacks:
        if stack and stack[0] == bottom:
            return stack
    return None


def differences(should, seen):
    """Return (extra, missing) between the stacks that should stand and those that are seen.

    extra: list of (cup, bottom) for each cup that should not be there, where bottom names the seen stack it stands on,
    or -1 when it stands at the very bottom of a new one. missing: list of cups that should be there and are not.
    A cup in another place than it should be is in both.
    """
    extra = []
    missing = []
    for stack in seen:
        old = stack_with_bottom(should, stack[0]) or ()
        same = common(old, stack)
        for i in range(same, len(stack)):
            extra.append((stack[i], stack[0] if i else -1))
    for stack in should:
        new = stack_with_bottom(seen, stack[0]) or ()
        for i in range(common(stack, new), len(stack)):
            missing.append(stack[i])
    return extra, missing


def common(a, b):
    """Return how many cups from the bottom two stacks have in common."""
    n = 0
    while n < len(a) and n < len(b) and a[n] == b[n]:
        n += 1
    return n


def lower_parts(should, seen):
    """Return the stacks that are left of `should`: of each the part from the bottom up that is also seen."""
    out = []
    for stack in should:
        new = stack_with_bottom(seen, stack[0]) or ()
        n = common(stack, new)
        if n:
            out.append(list(stack[:n]))
    return out


def same(a, b):
    """Tell whether two lists of stacks hold the same cups in the same places."""
    extra, missing = differences(a, b)
    return not extra and not missing


def flat(stacks):
    """Return all cups of `stacks` in one list."""
    out = []
    for stack in stacks:
        out.extend(stack)
    return out
