/** How many mistakes and warnings a text has, in words. */
import type { Mistake } from "./language";

const WARNING = 2; // in the language server protocol

export const isWarning = (one: Mistake): boolean => one.severity === WARNING;

export const errorsOf = (found: Mistake[]): number => found.filter((one) => !isWarning(one)).length;

export const warningsOf = (found: Mistake[]): number => found.filter(isWarning).length;

const counted = (number: number, what: string): string[] => (number ? [`${number} ${what}${number > 1 ? "s" : ""}`] : []);

/** `2 mistakes, 1 warning`; empty where there are none. */
export const sumOf = (found: Mistake[]): string => [...counted(errorsOf(found), "mistake"), ...counted(warningsOf(found), "warning")].join(", ");

/** What stands above those of a text. */
export function headOf(found: Mistake[]): string {
  const [errors, warnings] = [errorsOf(found), warningsOf(found)];
  if (!errors) return warnings ? `No mistakes here, warnings: ${warnings}` : "No mistakes here";
  return `Mistakes: ${errors}${warnings ? `, warnings: ${warnings}` : ""}`;
}
