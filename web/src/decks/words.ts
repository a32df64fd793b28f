/** What the deck builder says, in each language it knows. */
import { filled } from "../text/words";

const ENGLISH = {
  decks: "Decks",
  build: "Build a deck",
  back: "Back to the games",
  pool: "Cards",
  yours: "Your deck",
  search: "Any words on the card",
  kind: "Kind",
  any: "any",
  from: "{field} from",
  to: "{field} to",
  clear: "Clear the filter",
  filter: "Filter by field",
  found: "{n} of {of} cards",
  more: "Show more",
  add: "Add {card}",
  remove: "Remove {card}",
  inDeck: "{n} in the deck",
  legal: "This deck is legal.",
  illegal: "This deck breaks {n} of the rules:",
  checking: "Checking …",
  rules: "All rules for decks",
  cards: "{n} cards",
  none: "No card yet.",
  start: "Begin with",
  empty: "an empty deck",
  curve: "Curve",
  by: "By",
  kinds: "Kinds",
  read: "Read a list",
  paste: "A list of cards, in any of the usual shapes",
  file: "or a file",
  take: "Take it as the deck",
  told: "Lines that were not taken as they are",
  line: "Line {n}: {text}",
  beside: "{n} cards of the list are beside the deck, and no part of it.",
  write: "Write a list",
  shape: "Shape",
  download: "Download",
  print: "Print proxies",
  play: "Play this deck",
  goesTo: "New cards go to",
  fitting: "the part they fit into",
};

export type DeckWord = keyof typeof ENGLISH;

const SPANISH: Record<DeckWord, string> = {
  decks: "Mazos",
  build: "Construir un mazo",
  back: "Volver a las partidas",
  pool: "Cartas",
  yours: "Tu mazo",
  search: "Palabras que estén en la carta",
  kind: "Clase",
  any: "cualquiera",
  from: "{field} desde",
  to: "{field} hasta",
  clear: "Quitar el filtro",
  filter: "Filtrar por campo",
  found: "{n} de {of} cartas",
  more: "Mostrar más",
  add: "Añadir {card}",
  remove: "Quitar {card}",
  inDeck: "{n} en el mazo",
  legal: "Este mazo es legal.",
  illegal: "Este mazo incumple {n} de las reglas:",
  checking: "Comprobando …",
  rules: "Todas las reglas de mazos",
  cards: "{n} cartas",
  none: "Todavía no hay cartas.",
  start: "Empezar con",
  empty: "un mazo vacío",
  curve: "Curva",
  by: "Por",
  kinds: "Clases",
  read: "Leer una lista",
  paste: "Una lista de cartas, en cualquiera de las formas habituales",
  file: "o un archivo",
  take: "Tomarla como mazo",
  told: "Líneas que no se tomaron como están",
  line: "Línea {n}: {text}",
  beside: "{n} cartas de la lista están aparte y no son del mazo.",
  write: "Escribir una lista",
  shape: "Forma",
  download: "Descargar",
  print: "Imprimir proxies",
  play: "Jugar con este mazo",
  goesTo: "Las cartas nuevas van a",
  fitting: "la parte en que encajan",
};

const LANGUAGES: Record<string, Record<DeckWord, string>> = { en: ENGLISH, es: SPANISH };

export type SayOfDecks = (word: DeckWord, parts?: Record<string, string | number>) => string;

/** What says things of decks in a language; in one that the page does not know, in English. */
export function sayOfDecks(language: string): SayOfDecks {
  const words = LANGUAGES[language] ?? ENGLISH;
  return (word, parts = {}) => filled(words[word], parts);
}
