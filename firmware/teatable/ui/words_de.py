"""German: every word on the display, as in words_en.py, which says how a language is made."""

NAME = "Deutsch"

TEXT = {
    "a": """
agree-others: noch jemand
agree-why: Kein Sturz? Dann berühren zwei von euch je eine Tasse.
any-colour: Farbe egal
any-size: Größe egal
as-it-was: Alles stimmt
ask-end: Das Spiel beenden?|Ihr könnt weiterspielen, bis ein neues beginnt.
ask-leave: {name} geht nach Hause?|Die Karten kommen zurück in den Stapel.
""",
    "b": """
back: Zurück
blue: blau
by-hand: Von Hand weiter
by-hand-why: Von Hand: Ihr sagt dem Tisch, was ihr getan habt.
""",
    "c": """
cell-east: Zelle Ost
cell-north: Zelle Nord
cell-south: Zelle Süd
cell-west: Zelle West
clockwise: Es geht im Uhrzeigersinn.
colour: Andere Farbe
count-1: Eins!
count-2: Zwei!
count-3: Drei!
count-hold: Halt! Fällt da was?
count-wait: Der Tisch wird ruhig ...
crash-text: Der Motor ist aus, das Spiel ist gesichert.
crash-title: Etwas ging schief
cups-alike: Zu ähnlich: {name}. Wiegt noch einmal, oder macht eine schwerer.
cups-done: Alle gewogen. Berührt eine Tasse, um sie noch einmal zu wiegen.
cups-keep: Behalten
cups-no-cup: Das wiegt nicht wie eine Tasse. Nehmt es weg.
cups-not-empty: Der Tisch war nicht leer. Nehmt alles weg, dann drückt Fertig.
cups-off: Danke. Nehmt sie weg.
cups-put: Stellt diese Tasse auf den Tisch: {name}
cups-skip: Auslassen
cups-store: Speichern
cups-up: Tassen stehen
""",
    "d": """
discard-hint: Welche willst du nicht?
discard-title: Wirf eine Karte ab
does-clean-cup: Beginne mit einer beliebigen Tasse einen neuen Turm.
does-colour: Stelle eine Tasse dieser Farbe auf, Größe egal.
does-cup: Stelle genau diese Tasse auf.
does-curiouser-and-curiouser: Stelle eine Tasse auf. Dann wirf eine Karte ab.
does-have-a-cup-of-tea: Stelle eine Tasse auf. Der Nächste zieht eine Karte.
does-im-late: Nimm die oberste Tasse von einem Turm.
does-im-not-all-there: Keine Tasse. Zieh eine Karte; dein Zug ist zu Ende.
does-lets-change-the-subject: Stelle eine Tasse auf. Dann geht es andersherum.
does-lets-change-the-subject-two: Stelle eine Tasse auf. Dann bist du noch einmal dran.
does-size: Stelle eine Tasse dieser Größe auf, Farbe egal.
done: Fertig
draw-card: Ziehen, bis eine passt
draw-one: Du ziehst 1 Karte
draw-title: Du ziehst {name} Karten
drawn-show: Zeig sie mir
""",
    "e": """
end-game: Spiel beenden
""",
    "f": """
fall-clear: Nehmt diese vom Tisch:
fall-cleared: Alles weggeräumt.
fall-more: Mehr gefallen? Turm berühren.
fall-none: Für mich stehen alle Tassen.
fall-nothing: Nehmt vom Tisch, was gefallen ist.
fall-standing: Berührt einen Turm einmal je Tasse, die fiel.
fall-stays: Diese bleiben. Nicht berühren!
fall-then: Dann geht es hier weiter.
fall-title: Umgefallen!
falls: Stürze
fault-calibration: Der Tisch kennt seine Tassen nicht.|Wiegt sie in den Einstellungen.
fault-cell: Die {name} antwortet nicht.|Prüft ihren Stecker, dann versucht es noch einmal.
fault-cells: Der Tisch kann nicht wiegen.|Prüft die Stecker der Wägezellen, dann versucht es noch einmal.
fault-display: Die Anzeige antwortet nicht.|Schaltet aus und wieder ein.
fault-imu: Der Lagesensor antwortet nicht.|Prüft seinen Stecker, dann versucht es noch einmal.
fault-motor: Das Wackeln klemmt.|Macht die Tischplatte frei, dann versucht es noch einmal.
fault-overload: Zu viel Gewicht!|Nehmt Hände und andere Dinge vom Tisch.
fault-power: Der Strom war zu schwach.|Nehmt das Netzteil, das zum Tisch gehört.
fault-storage: Der Speicher ist voll oder verbraucht.|Das Spiel geht weiter, wird aber nicht gesichert.
fault-title: Bitte nachsehen
fault-touch: Das Berührungsfeld antwortet nicht.|Schaltet aus und wieder ein.
fewer: -
first-title: Wer trank zuletzt Tee?
first-why: Sie oder er beginnt.
foreign: Das ist keine Tasse. Bitte wegnehmen.
foreign-question: Steht etwas auf dem Tisch, das keine Tasse ist? Nehmt es weg.
""",
    "g": """
gains-done: Der Tisch wiegt richtig,|auf {name} %.
gains-not-empty: Der Tisch ist nicht so leer wie zuvor. Nehmt alles weg, dann drückt Fertig.
gains-not-mass: Das wiegt nicht {name} g. Ist noch etwas auf dem Tisch?
gains-not-spot: Das ist eine andere Stelle. Stellt es auf die gezeigte.
gains-off: Nehmt es weg.|Dann drückt Fertig.
gains-put: Stellt die {name} g auf die gezeigte Stelle. Dann drückt Fertig.
gains-refused: Das kann nicht stimmen. Ist das Gewicht wirklich so schwer? Nichts wurde geändert.
gains-uneven: Es wog an den Stellen zu verschieden. Nichts wurde geändert.
gone-where: Berühre den Turm, von dem sie kam.
green: grün
""",
    "h": """
hand-where: Berühre, wo sie jetzt steht.
hand-which: Berühre deine Tasse.
hands-off: Hände weg!
help: Hilfe
help-cards: Die Karten
hide: Zu
how-many: Wer spielt mit?
""",
    "i": """
in-order: reihum
""",
    "l": """
large: groß
letter-blue: B
letter-green: Ü
letter-purple: L
letter-yellow: G
level-classic: Klassisch|es wackelt ordentlich
level-gentle: Sanft|es wackelt ein wenig
level-mad: Verrückt|haltet den Atem an
level-off: Ruhig|er steht still
level-title: Wie verrückt ist der Tisch?
lights: Licht
""",
    "m": """
mass-how-heavy: Wie schwer ist euer Gewicht? Am besten sind 200 g. Wiegt es in der Küche, wenn ihr es nicht wisst.
medium: mittel
menu: Menü
more: +
more-clean-cup: Nur wenn schon eine Tasse auf dem Tisch steht.
more-colour: Eine Tasse dieser Farbe muss noch neben dem Tisch sein.
more-cup: Steht sie schon auf dem Tisch? Dann geht das nicht.
more-curiouser-and-curiouser: War es deine letzte Karte? Dann hast du gewonnen.
more-have-a-cup-of-tea: Fällt eine Tasse, zieht niemand für den Tee.
more-im-late: Nur wenn schon eine Tasse steht. Auch hier bis drei zählen.
more-im-not-all-there: Gewinnen kannst du damit nicht.
more-lets-change-the-subject: Zu zweit: noch einmal du. Fällt eine Tasse, dreht sich nichts um.
more-size: Eine Tasse dieser Größe muss noch neben dem Tisch sein.
""",
    "n": """
name-clean-cup: Neue Tasse! Rückt auf!
name-curiouser-and-curiouser: Ach, wie seltsam!
name-have-a-cup-of-tea: Nimm noch Tee!
name-im-late: Zu spät! Zu spät!
name-im-not-all-there: Ich bin nicht ganz da!
name-lets-change-the-subject: Wechseln wir das Thema!
needs-new-stack: Sie muss allein stehen, auf dem Tisch.
new-game: Neues Spiel
new-stack: Neuer Turm
next: Weiter
no: Nein
no-new-stack: Nicht auf den Tisch: bitte auf einen Turm.
nobody-knows: Weiß niemand
nobody-looks: Niemand sonst darf zusehen!
none-of-these: Keine davon
none-playable: Keine davon geht jetzt.
not-a-fall: Das war kein Sturz
not-top: Bitte nur eine von ganz oben.
note-again: Du bist noch einmal dran!
note-draws: Vor deinem Zug ziehst du eine Karte.
note-fell-again: Tassen fielen. Du spielst noch einmal.
note-first: Du beginnst!
note-left: {name} ist nach Hause gegangen.
note-passed: Keine passte: der Nächste ist dran.
note-reversed: Jetzt geht es andersherum!
note-tea: Tee! {name} zieht zuerst eine Karte.
""",
    "o": """
off: aus
ok: OK
on: an
on-either: Auf einen Turm, oder beginne einen neuen
on-new: Es muss ein neuer Turm werden
on-stack: Stelle sie auf einen Turm
on-table: Stelle sie auf den Tisch
one-card: 1 Karte
other-card: Andere Karte
other-way: Es geht andersherum.
""",
    "p": """
part-load-cell-east: Wägezelle Ost
part-load-cell-north: Wägezelle Nord
part-load-cell-south: Wägezelle Süd
part-load-cell-west: Wägezelle West
pass-to: Dreht die Anzeige zu
pass-turn: Zug beenden
place-any: Stelle eine davon auf
place-free: Stelle eine Tasse auf
place-one: Stelle diese Tasse auf
play-it: Spielen
player: Spieler
player-leaves: Jemand geht
players-number: {name} Leute
purple: lila
put-back: Bitte zurück, wo sie stand.
""",
    "q": """
question-title: Bitte helft mir
""",
    "r": """
ready: Das bin ich
reason-cup-on-table: Sie steht schon auf dem Tisch.
reason-empty-hand: Alle Karten gespielt!
reason-must-play-drawn: Du musst die gezogene Karte spielen.
reason-no-cup-left: Alle Tassen sind auf dem Tisch.
reason-no-such-cup: Davon stehen schon alle.
reason-not-drawn: Du musst die gezogene Karte spielen.
reason-other: Diese Karte geht jetzt nicht.
reason-table-empty: Noch keine Tasse auf dem Tisch.
reason-twelve-cups: Alle zwölf Tassen stehen!
rebuild: Baut diesen Turm wieder auf, von unten.
rebuild-tall: Von unten: zuerst die linke Reihe, dann die rechte.
remove-one: Nimm oben eine Tasse weg
remove-where: Von einem Turm mit Ring
rename-how: Zum Ändern Namen berühren.
restart: Weiter
resume: Weiterspielen
retry: Noch einmal
rule-1: Werde alle Karten los, oder stelle die letzte der zwölf Tassen auf: gewonnen!
rule-2: Dein Zug: Spiel eine Karte und stelle eine Tasse auf, die sie zeigt. Passt keine? Zieh, bis eine passt.
rule-3: Mit einer Hand. Aufrecht und flach, auf einen Turm. Nur die erste Tasse darf auf den leeren Tisch.
rule-4: Hände weg! Der Tisch zählt bis drei. Nichts gefallen? Dann ist der Nächste dran.
rule-5: Eine Tasse fällt: Zieh drei Karten, nimm weg, was fiel, und sei noch einmal dran.
rule-6: Der Tisch spürt nicht, ob eine Tasse lehnt, geschoben wird oder zwei Hände helfen. Richtet das vor dem Zählen.
rule-7: Der Tisch hat einen Sturz nicht gemerkt? Berührt dies, bevor die nächste Karte gespielt wird.
rules: So geht es
""",
    "s": """
seat-names: Wer sitzt hier? Name berühren.
second-cup: Bitte nur eine Tasse. Nimm sie weg.
sensors: Sensoren
sensors-cells: Zellen
sensors-imu: Lage
sensors-lean: Neigung
sensors-sum: Zusammen
sensors-turn: Drehung
sensors-warm: Wärme
set-up: Tisch einrichten
set-up-again: Noch einmal
set-up-cups: Tassen wiegen
set-up-done: fertig
set-up-empty: Nehmt alles vom Tisch, auch die Hände. Dann drückt Fertig.
set-up-gains: Prüfgewicht
set-up-not-yet: noch nicht
set-up-ready: Fertig
set-up-seat: Spieler|eins
set-up-sensors: Sensoren
set-up-wait: Es wird gewogen ...
set-up-zero: Leerer Tisch
set-up-zero-done: Der leere Tisch ist jetzt bekannt.
settings: Einstellungen
short-lets-change-the-subject: Wechseln|wir das|Thema!
show-hand: Zeig mir meine Karten
small: klein
something-fell: Sturz!
sound: Ton
status-aslant: Der Tisch steht schief.
status-by-hand: Von Hand gespielt.
status-cells: Eine Wägezelle fehlt.
status-display: Die Anzeige hat gestockt.
status-hand-on-table: Bitte Hände vom Tisch.
status-imu: Kein Lagesensor: nur ruhig.
status-light: Die Lichter antworten nicht.
status-motor: Kein Wackeln: der Motor klemmt.
status-no-journal: Spiele gehen verloren: README.
status-settling: Der Tisch wird ruhig ...
status-storage: Das Spiel wird nicht gesichert.
status-touch: Das Berührungsfeld ist langsam.
""",
    "t": """
table-changed: Etwas ist anders
tagline: Stapelt die Tassen.|Lasst sie nicht fallen!
take-back: Karte zurück
take-off: Bitte nimm sie wieder weg.
tallest: höchster Turm
this-language: Deutsch
title-1: Verrückter
title-2: Teetisch
too-early: Noch nicht, bitte. Nimm sie weg.
touch-card: Berühre eine Karte.
turns: Züge
""",
    "w": """
which-colour: Welche Farbe war es?
which-cup: Welche Tasse war es?
which-stack: Auf welchem Turm?
whose-fall: Wessen Zug war es, als sie fiel?
whose-leave: Wer geht nach Hause?
why-fall: Für den Sturz.
why-not-all-there: Nicht ganz da: eine Karte.
why-nothing-playable: Keine Karte passte.
why-tea: Eine Tasse Tee für dich!
winner-title: Gewonnen!
wins: {name} gewinnt!
wrong-cup: Das ist eine andere Tasse. Bitte wegnehmen.
wrong-removed: Nicht diese Tasse. Bitte zurückstellen.
wrong-stack: Nicht dort, bitte. Nimm einen Turm mit Ring.
""",
    "y": """
yellow: gelb
yes-end: Ja, beenden
yes-it-fell: Ja, Sturz: 3 Karten
yes-leave: Ja, geht
you-play: Du spielst
your-hand: {name} Karten
""",
    "z": """
zero: Waage auf null
zero-off: Merkt euch, wie die Tassen stehen. Nehmt alle weg, auch die Hände. Dann drückt Fertig.
""",
}
