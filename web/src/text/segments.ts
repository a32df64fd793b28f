/** Texts of cards cut into pieces: terms that are explained, and words that are being carried out. */

export interface Piece {
  text: string;
  lit: boolean;
  /** What a term means, in the words of the format. */
  means?: string;
}

/** A text cut where terms of the format stand in it (the longest first), and at the ends of what is
 * being carried out: `spoken` are the first character and the end of each. */
export function piecesOf(text: string, terms: Record<string, string>, spoken: [number, number][]): Piece[] {
  const found: Piece[] = [];
  let place = 0;
  for (const { start, end, means } of termsIn(text, terms)) {
    found.push(...plain(text, place, start, spoken), { text: text.slice(start, end), lit: isLit(start, spoken), means });
    place = end;
  }
  return [...found, ...plain(text, place, text.length, spoken)];
}

interface Found {
  start: number;
  end: number;
  means: string;
}

function termsIn(text: string, terms: Record<string, string>): Found[] {
  const known = Object.keys(terms).filter((term) => term && text.includes(term));
  known.sort((a, b) => b.length - a.length);
  const found: Found[] = [];
  for (let place = 0; place < text.length; ) {
    const term = known.find((one) => text.startsWith(one, place) && isWhole(text, place, one.length));
    if (term !== undefined) found.push({ start: place, end: place + term.length, means: terms[term] ?? "" });
    place += term?.length ?? 1;
  }
  return found;
}

/** A piece without terms, cut at the ends of what is being carried out. */
function plain(text: string, start: number, end: number, spoken: [number, number][]): Piece[] {
  const cuts = [start, ...spoken.flat().filter((cut) => cut > start && cut < end), end].sort((a, b) => a - b);
  return cuts.slice(1).flatMap((cut, place) => {
    const from = cuts[place] ?? start;
    return cut > from ? { text: text.slice(from, cut), lit: isLit(from, spoken) } : [];
  });
}

const isLit = (place: number, spoken: [number, number][]) => spoken.some(([from, to]) => from <= place && place < to);

const LETTER = /[\p{L}\p{N}]/u;

/** Whether no letter of a longer word stands beside the piece of the text. */
function isWhole(text: string, start: number, length: number): boolean {
  const joins = (inner: number, outer: number) => LETTER.test(text[inner] ?? "") && LETTER.test(text[outer] ?? "");
  return !joins(start, start - 1) && !joins(start + length - 1, start + length);
}

/** A word of a text: where it begins, the blanks in front of it, and behind the last one. */
export interface Word {
  at: number;
  blank: string;
  text: string;
  after: string;
}

/** The words of a text; all of them together say it again, if it says something. */
export function wordsIn(text: string): Word[] {
  const found = [...text.matchAll(/(\s*)(\S+)/g)];
  return found.map((one, number) => {
    const [all, blank = "", word = ""] = one;
    const last = number + 1 === found.length;
    return { at: one.index + blank.length, blank, text: word, after: last ? text.slice(one.index + all.length) : "" };
  });
}
