/** What the page says to whoever writes the rules meanwhile. */
export const AUTHOR_ENGLISH = {
  carried: "The rules have changed, and this game goes on by the new ones.",
  carriedPart: "The rules have changed, and this game goes on by the new ones: of {of} answers {n} could be given again.",
  inEditor: "In the editor",
};

export const AUTHOR_SPANISH: Record<keyof typeof AUTHOR_ENGLISH, string> = {
  carried: "Las reglas han cambiado, y esta partida sigue con las nuevas.",
  carriedPart: "Las reglas han cambiado, y esta partida sigue con las nuevas: de {of} respuestas se pudieron repetir {n}.",
  inEditor: "En el editor",
};
