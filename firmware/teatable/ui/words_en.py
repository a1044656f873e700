"""English: every word on the display, one a line, "key: text", in a section for each first letter of the key.

{name} becomes a name, | a new line. To add a language, copy this file to words_xx.py and translate what stands after
the colons: the settings offer every such file. The tests draw every screen with it and say which text leaves its box.
The font has ASCII and the letters of font_data.EXTRAS.
"""

NAME = "English"

TEXT = {
    "a": """
agree-others: another player
agree-why: No fall? Then two of you touch a cup each.
any-colour: any colour
any-size: any size
as-it-was: All is in place
ask-end: End this game?|You can go on with it until a new one begins.
ask-leave: {name} leaves the game?|The cards go back into the deck.
""",
    "b": """
back: Back
blue: blue
by-hand: Go on by hand
by-hand-why: By hand: you tell the table what you did.
""",
    "c": """
cell-east: East cell
cell-north: North cell
cell-south: South cell
cell-west: West cell
clockwise: Play goes clockwise.
colour: Other colour
count-1: One!
count-2: Two!
count-3: Three!
count-hold: Wait! Is it falling?
count-wait: Wait for the table ...
crash-text: The motor is off and the game is saved.
crash-title: Something went wrong
cups-alike: Too alike: {name}. Weigh again, or make one heavier.
cups-done: All weighed. Touch a cup to weigh it again.
cups-keep: Keep
cups-no-cup: That does not weigh like a cup. Take it off.
cups-not-empty: The table was not empty. Take everything off, then press Ready.
cups-off: Thank you. Take it off.
cups-put: Put this cup on the table: {name}
cups-skip: Leave out
cups-store: Save
cups-up: cups standing
""",
    "d": """
discard-hint: Touch the card you do not want.
discard-title: Throw one card away
does-clean-cup: Start a new stack with any cup.
does-colour: Stack a cup of this colour, any size.
does-cup: Stack exactly this cup.
does-curiouser-and-curiouser: Stack any cup. Then discard one of your cards.
does-have-a-cup-of-tea: Stack any cup. The next player draws a card.
does-im-late: Take the top cup off any stack.
does-im-not-all-there: No cup. Draw a card; your turn ends.
does-lets-change-the-subject: Stack any cup. Then play goes the other way round.
does-lets-change-the-subject-two: Stack any cup. Then it is your turn again.
does-size: Stack a cup of this size, any colour.
done: Done
draw-card: Draw until one fits
draw-one: You draw a card
draw-title: You draw {name} cards
drawn-show: Show what I drew
""",
    "e": """
end-game: End the game
""",
    "f": """
fall-clear: Take these off the table:
fall-cleared: All cleared away.
fall-more: More fell? Touch its stack.
fall-none: I see all cups standing.
fall-nothing: Take what has fallen off the table.
fall-standing: Touch a stack once for each cup that fell.
fall-stays: These stay. Do not touch them.
fall-then: Then it goes on here.
fall-title: It fell!
falls: falls
fault-calibration: The table does not know its cups.|Weigh them in the settings.
fault-cell: The {name} does not answer.|Check its plug, then try again.
fault-cells: The table cannot weigh.|Check the plugs of the load cells, then try again.
fault-display: The display does not answer.|Switch off and on again.
fault-imu: The motion sensor does not answer.|Check its plug, then try again.
fault-motor: The wobble is stuck.|Free the table top, then try again.
fault-overload: Too much weight!|Take your hands and other things off the table.
fault-power: The power was too weak.|Use the supply that came with the table.
fault-storage: The memory is full or worn.|The game goes on, but it cannot be resumed.
fault-title: Please look here
fault-touch: The touch screen does not answer.|Switch off and on again.
fewer: -
first-title: Who drank tea last?
first-why: That player begins.
foreign: That is no cup. Take it away, please.
foreign-question: Is there something on the table that is no cup? Take it away.
""",
    "g": """
gains-done: The table weighs right,|to {name} %.
gains-not-empty: The table is not as empty as before. Take everything off, then press Ready.
gains-not-mass: That does not weigh {name} g. Is anything else on the table?
gains-not-spot: That is another spot. Put it on the marked one.
gains-off: Take it off.|Then press Ready.
gains-put: Put the {name} g on the marked spot. Then press Ready.
gains-refused: That cannot be right. Is the weight really so heavy? Nothing was changed.
gains-uneven: It weighed too differently on the spots. Nothing was changed.
gone-where: Touch the stack you took it from.
green: green
""",
    "h": """
hand-where: Touch where it stands now.
hand-which: Touch the cup you stack.
hands-off: Hands off!
help: Help
help-cards: The cards
hide: Hide
how-many: Who is playing?
""",
    "i": """
in-order: in seating order
""",
    "l": """
large: large
letter-blue: B
letter-green: G
letter-purple: P
letter-yellow: Y
level-classic: Classic|a good wobble
level-gentle: Gentle|a little wobble
level-mad: Mad|hold your breath
level-off: Calm|it stands still
level-title: How mad is the table?
lights: Lights
""",
    "m": """
mass-how-heavy: How heavy is the weight you will use? 200 g is best. Weigh it in the kitchen if you do not know.
medium: medium
menu: Menu
more: +
more-clean-cup: Only if a cup is on the table already.
more-colour: One cup of that colour must still be off the table.
more-cup: Is it on the table already? Then wait for another turn.
more-curiouser-and-curiouser: Was it your last card? Then you have won.
more-have-a-cup-of-tea: If a cup falls, nobody draws for the tea.
more-im-late: Only if a cup is on the table. Hands off, and count to three.
more-im-not-all-there: You cannot win with it.
more-lets-change-the-subject: Two players: your turn again. If a cup falls, nothing turns round.
more-size: One cup of that size must still be off the table.
""",
    "n": """
name-clean-cup: Clean Cup! Move Down!
name-curiouser-and-curiouser: Curiouser and Curiouser!
name-have-a-cup-of-tea: Have a Cup of Tea!
name-im-late: I'm Late! I'm Late!
name-im-not-all-there: I'm Not All There Myself!
name-lets-change-the-subject: Let's Change the Subject!
needs-new-stack: It must stand alone, on the table.
new-game: New game
new-stack: New stack
next: Next
no: No
no-new-stack: Not on the table: use a stack, please.
nobody-knows: Nobody knows
nobody-looks: Make sure nobody else can see!
none-of-these: None of these
none-playable: You cannot play any of them.
not-a-fall: That was no fall
not-top: Only a top cup may be taken.
note-again: It is your turn once more!
note-draws: Before your turn you draw a card.
note-fell-again: Cups fell. You play again.
note-first: You begin!
note-left: {name} has left the game.
note-passed: Nothing to play: next player.
note-reversed: The direction of play has changed!
note-tea: Tea! {name} draws a card first.
""",
    "o": """
off: off
ok: OK
on: on
on-either: On a stack, or start a new one
on-new: It must start a new stack
on-stack: Put it on a stack
on-table: Put it on the table
one-card: 1 card
other-card: Other card
other-way: Play goes the other way.
""",
    "p": """
part-load-cell-east: load cell east
part-load-cell-north: load cell north
part-load-cell-south: load cell south
part-load-cell-west: load cell west
pass-to: Turn the display to
pass-turn: End turn
place-any: Stack one of these
place-free: Stack any cup
place-one: Stack this cup
play-it: Play it
player: Player
player-leaves: A player leaves
players-number: {name} players
purple: purple
put-back: Put it back where it stood, please.
""",
    "q": """
question-title: Please help me
""",
    "r": """
ready: It is me
reason-cup-on-table: It is on the table already.
reason-empty-hand: All cards played!
reason-must-play-drawn: You must play the card you just drew.
reason-no-cup-left: All cups are on the table.
reason-no-such-cup: All of these are on the table.
reason-not-drawn: You must play the card you just drew.
reason-other: That card cannot be played now.
reason-table-empty: No cup is on the table yet.
reason-twelve-cups: All twelve cups are standing!
rebuild: Build this stack again, from below.
rebuild-tall: From below: the left column first, then the right one.
remove-one: Take a top cup off
remove-where: The top cup of any ringed stack
rename-how: Touch a name to change it.
restart: Go on
resume: Go on playing
retry: Try again
rule-1: Get rid of all your cards, or put up the last of the twelve cups: you win!
rule-2: Your turn: play a card and stack a cup that it shows. No card fits? Draw until one does.
rule-3: Use one hand. Upright and flat, on any stack. Only the first cup may stand on the bare table.
rule-4: Hands off! The table counts to three. Nothing fell? Then it is the next player's turn.
rule-5: A cup falls: draw three cards, take away what fell, and have your turn again.
rule-6: The table cannot feel a leaning cup, a pushed one or a second hand. Put that right before the count.
rule-7: The table missed a fall? Touch this before the next card is played.
rules: How to play
""",
    "s": """
seat-names: Who sits here? Touch a name.
second-cup: One cup only, please. Take it off.
sensors: Sensors
sensors-cells: Cells
sensors-imu: Motion
sensors-lean: Lean
sensors-sum: Together
sensors-turn: Turn
sensors-warm: Warmth
set-up: Set up the table
set-up-again: Once more
set-up-cups: Weigh the cups
set-up-done: done
set-up-empty: Take everything off the table, hands too. Then press Ready.
set-up-gains: Known weight
set-up-not-yet: not yet
set-up-ready: Ready
set-up-seat: first|player
set-up-sensors: Sensors
set-up-wait: Weighing ...
set-up-zero: Empty table
set-up-zero-done: The empty table is known now.
settings: Settings
short-lets-change-the-subject: Change|the|Subject!
show-hand: Show my cards
small: small
something-fell: It fell!
sound: Sound
status-aslant: The table stands crooked.
status-by-hand: Played by hand.
status-cells: A load cell is missing.
status-display: The display had a hiccup.
status-hand-on-table: Hands off the table, please.
status-imu: No motion sensor: calm only.
status-light: The lights do not answer.
status-motor: No wobble: the motor is stuck.
status-no-journal: Games are not kept: see README.
status-settling: The table is settling ...
status-storage: Cannot save the game.
status-touch: The touch screen is slow.
""",
    "t": """
table-changed: Something changed
tagline: Stack the cups.|Do not let them fall!
take-back: Take card back
take-off: Take it off again, please.
tallest: tallest stack
this-language: English
title-1: Mad Tea
title-2: Table
too-early: Not yet, please. Take it off.
touch-card: Touch a card to play it.
turns: turns
""",
    "w": """
which-colour: Which colour was it?
which-cup: Which cup was it?
which-stack: On which stack is it?
whose-fall: Whose turn was it when it fell?
whose-leave: Who leaves the game?
why-fall: For the fall.
why-not-all-there: I'm Not All There: one card.
why-nothing-playable: You had nothing to play.
why-tea: A cup of tea for you!
winner-title: We have a winner!
wins: {name} wins!
wrong-cup: That is another cup. Take it off, please.
wrong-removed: Not that cup. Put it back, please.
wrong-stack: Not there, please. Use a ringed stack.
""",
    "y": """
yellow: yellow
yes-end: Yes, end
yes-it-fell: Yes, it fell: 3 cards
yes-leave: Yes, leave
you-play: You play
your-hand: {name} cards
""",
    "z": """
zero: Zero the scale
zero-off: Remember how the cups stand. Take them all off, hands too. Then press Ready.
""",
}
