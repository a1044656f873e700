"""English: every word on the display, one a line, "key: text".

{name} becomes a name, | a new line. To add a language, copy this file, translate what stands after the colons, and give
the module to Ui; a test draws every screen with it and says which text leaves its box.
"""

NAME = "English"

TEXT = """\
small: small
medium: medium
large: large
purple: purple
yellow: yellow
green: green
blue: blue
letter-purple: P
letter-yellow: Y
letter-green: G
letter-blue: B
any-size: any size
any-colour: any colour
cup-of: {name} cup
name-lets-change-the-subject: Let's Change the Subject!
name-have-a-cup-of-tea: Have a Cup of Tea!
name-curiouser-and-curiouser: Curiouser and Curiouser!
name-im-not-all-there: I'm Not All There Myself!
name-clean-cup: Clean Cup! Move Down!
name-im-late: I'm Late! I'm Late!
short-lets-change-the-subject: Change|the|Subject!
does-cup: Stack exactly this cup.
does-colour: Stack a cup of this colour, any size.
does-size: Stack a cup of this size, any colour.
does-lets-change-the-subject: Stack any cup. Then play goes the other way round.
does-have-a-cup-of-tea: Stack any cup. The next player draws a card.
does-curiouser-and-curiouser: Stack any cup. Then discard one of your cards.
does-im-not-all-there: No cup. Draw a card; your turn ends.
does-clean-cup: Start a new stack with any cup.
does-im-late: Take the top cup off any stack.
title-1: Mad Tea
title-2: Table
tagline: Stack the cups.|Do not let them fall!
new-game: New game
resume: Go on playing
settings: Settings
how-many: Who is playing?
players-number: {name} players
in-order: In seating order, clockwise:
fewer: -
more: +
next: Next
back: Back
level-title: How mad is the table?
level-off: Calm|it stands still
level-gentle: Gentle|a little wobble
level-classic: Classic|a good wobble
level-mad: Mad|hold your breath
first-title: Who drank tea last?
first-why: That player begins.
nobody-knows: Nobody knows
pass-to: Pass the display to
your-turn: It is your turn!
ready: I have it
clockwise: Play goes clockwise.
other-way: Play goes the other way.
note-reversed: The direction of play has changed!
note-again: It is your turn once more!
note-tea: Tea! {name} draws a card first.
note-fell-again: Cups fell. You play again.
note-first: You begin!
note-overruled: That was no fall. We play on.
note-passed: Nothing to play: the turn goes on.
note-left: {name} has left the game.
note-draws: Before your turn you draw a card.
something-fell: It fell!
your-hand: {name} cards
one-card: 1 card
show-hand: Show my cards
hide: Hide
nobody-looks: Make sure nobody else can see!
touch-card: Touch a card to play it.
none-playable: You cannot play any of them.
draw-card: Draw a card
pass-turn: End turn
reason-cup-on-table: It is on the table already.
reason-table-empty: No cup is on the table yet.
reason-no-such-cup: All of these are on the table.
reason-no-cup-left: All cups are on the table.
reason-must-play-drawn: You must play the card you just drew.
reason-not-drawn: You must play the card you just drew.
reason-other: That card cannot be played now.
play-it: Play it
other-card: Other card
you-play: You play
place-one: Stack this cup
place-any: Stack one of these
place-free: Stack any cup
on-table: Put it on the table
on-stack: Put it on a stack
on-new: It must start a new stack
on-either: On a stack, or start a new one
take-back: Take card back
done: Done
new-stack: New stack
hand-where: Touch where it stands now.
remove-one: Take a top cup off
remove-where: The top cup of any ringed stack
gone-where: Touch the stack you took it from.
wrong-cup: That is another cup. Take it off, please.
wrong-stack: Not there, please. Use a ringed stack.
needs-new-stack: It must stand alone, on the table.
no-new-stack: Not on the table: use a stack, please.
second-cup: One cup only, please. Take it off.
too-early: Not yet, please. Take it off.
fallen-inside: Something fell into the cup.
lift-again: Lift the cup and set it down again.
foreign: That is no cup. Take it away, please.
wrong-removed: Not that cup. Put it back, please.
not-top: Only a top cup may be taken.
put-back: Put it back where it stood, please.
slower: A little slower, please.
table-changed: Something changed
whose-fall: Whose turn was it?
player: Player
hands-off: Hands off!
count-wait: Wait for the table ...
count-1: One!
count-2: Two!
count-3: Three!
count-hold: Wait! Is it falling?
fall-title: It fell!
fall-what: Fallen:
fall-clear: Take these off the table:
fall-stays: These stay. Do not touch them.
fall-cleared: The table is clear.
fall-nothing: Take what has fallen off the table.
fall-standing: Touch each stack that still stands.
yes-it-fell: Yes, it fell: 3 cards
not-a-fall: That was no fall
draw-title: You draw {name} cards
draw-one: You draw a card
why-nothing-playable: You had nothing to play.
why-tea: A cup of tea for you!
why-fall: For the fall.
why-not-all-there: You are not all there.
drawn-show: Show what I drew
ok: OK
discard-title: Throw one card away
discard-hint: Touch the card you do not want.
question-title: Please help me
which-cup: Which cup was it?
which-stack: On which stack is it?
which-colour: Which colour was it?
foreign-question: Is there something on the table that is no cup? Take it away.
none-of-these: None of these
wins: {name} wins!
winner-title: We have a winner!
reason-empty-hand: All cards played!
reason-twelve-cups: All twelve cups are standing!
turns: turns
falls: falls
cups-up: cups up
tallest: tallest
fault-title: Please look here
retry: Try again
by-hand: Go on by hand
by-hand-why: By hand: you tell the table what you did.
fault-cell: The {name} does not answer.|Check its plug, then try again.
fault-cells: The table cannot weigh.|Check the plugs of the load cells, then try again.
fault-imu: The motion sensor does not answer.|Check its plug, then try again.
fault-motor: The wobble is stuck.|Free the table top, then try again.
fault-touch: The touch screen does not answer.|Switch off and on again.
fault-display: The display does not answer.|Switch off and on again.
fault-storage: The memory is full or worn.|The game goes on, but it cannot be resumed.
fault-calibration: The table does not know its cups.|Weigh them in the settings.
fault-overload: Too much weight!|Take your hands and other things off the table.
fault-power: The power was too weak.|Use the supply that came with the table.
status-touch: The touch screen is slow.
status-display: The display had a hiccup.
status-cells: A load cell is missing.
status-imu: No motion sensor: calm only.
status-motor: No wobble: the motor is stuck.
status-light: The lights do not answer.
status-storage: Cannot save the game.
status-hand-on-table: Hands off the table, please.
status-by-hand: Played by hand.
status-settling: The table is settling ...
crash-title: Something went wrong
crash-text: The motor is off and the game is saved.
restart: Start again
sound: Sound
lights: Lights
brightness: Brightness
calibrate: Weigh the cups
sensors: Sensors
help: Help
house-rules: House rules
language: Language
on: on
off: off
"""
