"""What the engine says in Spanish."""

from __future__ import annotations

WORDS: dict[str, str] = {
    # ---- what is asked
    "pass": "pasar",
    "done": "listo",
    "decline": "no, gracias",
    "Use an ability": "Usar una habilidad",
    "Which effect first?": "¿Qué efecto va primero?",
    "Which next?": "¿Cuál sigue?",
    "Next card": "Siguiente carta",
    "Pay with": "Pagar con",
    "Your choice": "Tú decides",
    # ---- parts of sentences
    "none": "ninguno",
    "yes": "sí",
    "no": "no",
    "nobody": "nadie",
    "nothing": "nada",
    "all": "todos",
    "a card": "una carta",
    "whose": "{thing} de {owner}",
    "of": "{thing} de {owner}",
    "in": "{card}, {zone}",
    "doing": "{label}: {element}",
    "asking": "{step}: {prompt}",
    # ---- what stands in front of what a verb is about
    "to of": "de",
    "to for": "para",
    "to with": "con",
    "to onto": "sobre",
    "to from": "desde",
    "to by": "por",
    "to against": "contra",
    "to to": "a",
    "to at": "en",
    "to using": "usando",
    # ---- lines of a transcript
    "setup": "preparativos",
    "where": "t{turn} {step}",
    "ask": 'pregunta {who} {where} "{prompt}" {option}',
    "picked": "{index} de {count}: {option}",
    "forced": 'obligado {who} {where} "{prompt}" {option}',
    "answer": "t{turn} {who}: {prompt} -> {option}",
    "chance": "azar {outcome} entre {count}",
    "chance hidden": "azar entre {count}",
    "shuffle": "baraja {zone}",
    "move": "mueve {card} {source} -> {zone}",
    "under": " debajo",
    "onto": " encima",
    "face up": " cara arriba",
    "face down": " cara abajo",
    "turn": "gira {card}{how}",
    "reveal": "revela {cards} a {who}",
    "reveal hidden": "revela cartas a {who}",
    "change": "cambia {what} {old} -> {new}",
    "modify": "modifica {what}: {operation}{amount}",
    "until": " hasta el fin de: {moment}",
    "as": " como {tag}",
    "the turn": "turno",
    "expire": "termina {what}: {operation}{amount}",
    "wait": "espera {what}",
    "resolve": "ocurre {what}",
    "verb": "suceso {what}",
    "end won": "fin, gana {who}",
    "end drawn": "fin, empate",
    "seen by": " (visto por {who})",
    "result win": "resultado: gana {who}",
    "result draw": "resultado: empate",
    "result unfinished": "resultado: sin terminar",
    "operation set": "pasa a",
    "operation raise": "suma",
    "operation multiply": "multiplica por",
    "operation lower": "resta",
    "operation divide": "divide entre",
    "operation grant": "recibe",
    "operation void": "pierde todo",
    "stage prevented": "impedido",
    "stage replaced": "sustituido",
    "stage misfired": "sin efecto",
    # ---- what a player is told while playing
    "short ask": "{who}: {prompt} -> {option}",
    "short where": "-- turno {turn}",
    "short move": "{card}: {source} -> {zone}",
    "short change": "{what} {old} -> {new}",
    "short end won": "La partida ha terminado: gana {who}",
    "short end drawn": "La partida ha terminado: empate",
    # ---- the table
    "turn of table": "turno {turn}",
    "you": "{who} (tú)",
    "the table": "la mesa",
    "empty": "vacío",
    "1 card": "1 carta",
    "cards": "{count} cartas",
    "on": "{card} sobre {others}",
    "up": "cara arriba",
    "down": "cara abajo",
    "times": "{line} ({count} veces)",
    # ---- the end
    "won": "Ha ganado {who}.",
    "drawn": "La partida queda empatada.",
    "unfinished": "La partida no ha terminado.",
    "stops": "La partida se detiene aquí, sin terminar.",
    "saved": "Guardada en {file}.",
    # ---- what may be typed
    "help": """\
  3               toma la opción 3
  porqué          la cláusula y la regla detrás de esta pregunta
  muestra CARTA   lo que dice una carta
  mesa            la mesa otra vez
  historia        lo que ha pasado, hasta donde puedes saber
  deshacer        vuelve a tu última respuesta
  guarda ARCHIVO  guarda la partida
  salir           termina aquí
  ?               esta lista""",
    "typed": "ayuda porqué muestra mesa historia deshacer guarda salir",
}
