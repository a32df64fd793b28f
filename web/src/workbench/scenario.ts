/** A simple scenario as rows of a form, and as a text. */
export interface Row { kind: "zone" | "value" | "step" | "chooses"; subject: string; text: string }
export interface Form { title: string; step: string; of: string; given: Row[]; does: Row[]; then: Row[] }

/** `2 Cub, Pup` as `2 "Cub", "Pup"`; what counts cards stays. */
export function held(text: string): string {
  const parts = text.split(",").map((part) => part.trim()).filter(Boolean);
  const said = parts.map((part) => {
    if (/^(nothing|\d+ cards?)$/.test(part)) return part;
    const found = /^(\d+)\s+(.+)$/.exec(part);
    return found ? `${found[1]} ${quoted(found[2] ?? "")}` : quoted(part);
  });
  return said.join(", ") || "nothing";
}

/** A name in quotation marks; those of its own cannot be written. */
const quoted = (text: string) => `"${text.replaceAll('"', "")}"`;

function rowText({ kind, subject, text }: Row): string {
  if (kind === "zone") return `${subject} holds ${held(text)}`;
  if (kind === "value") return `${subject} is ${text.trim()}`;
  if (kind === "step") return `play runs to ${subject}`;
  const parts = text.split(",").map((part) => part.trim()).filter(Boolean);
  return parts.length ? `${subject} chooses ${parts.map(quoted).join(" ")}` : `${subject} passes`;
}

/** The scenario that a form is. */
export function scenarioText({ title, step, of, given, does, then }: Form): string {
  const begins = step ? [`phase ${step}${of ? ` of ${of}` : ""}`] : [];
  const lines = (word: string, rows: string[]) => rows.map((row, at) => `    ${at ? "and" : word} ${row}\n`).join("");
  const parts = [lines("given", [...begins, ...given.map(rowText)]), lines("when", does.map(rowText)), lines("then", then.map(rowText))];
  return `scenario ${quoted(title.trim())}\n${parts.join("")}`;
}

/** A name for a new file of scenarios, by its title. */
export function newName(title: string, known: string[]): string {
  const bare = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "") || "new";
  const folder = known.find((name) => name.includes("/"))?.replace(/[^/]*$/, "") ?? "scenarios/";
  const at = (number: number) => `${folder}${bare}${number > 1 ? `_${number}` : ""}.scenario`;
  let number = 1;
  while (known.includes(at(number))) number++;
  return at(number);
}
