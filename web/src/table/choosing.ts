/** What may be chosen: which options belong to which thing, seat or zone of the table. */
import type { Place } from "../contract/parts";
import type { Choice, Option } from "../contract/view";

/** The options of a choice by the keys of what they are on; those on nothing have the key "". */
export function offersByKey(choice: Choice | null): Map<string, Option[]> {
  const found = new Map<string, Option[]>();
  for (const option of choice?.options ?? []) {
    if (option.passes) continue;
    const places = option.on ?? [];
    for (const key of new Set(places.length ? places.map(keyOfPlace) : [""])) {
      found.set(key, [...(found.get(key) ?? []), option]);
    }
  }
  return found;
}

/** The key of a card (its id), a seat, a zone, or a place in a zone. */
export function keyOfPlace(place: Place): string {
  if ("card" in place) return place.card;
  if ("seat" in place) return `seat/${place.seat}`;
  return "place" in place ? spotKey(place.zone, place.of, place.place) : zoneKey(place.zone, place.of);
}

/** The key of a zone as a whole. */
export function zoneKey(zone: string, of: string | null): string {
  return `zone/${of ?? ""}/${zone}`;
}

/** The key of a place in a zone, for a card without an id. */
export function spotKey(zone: string, of: string | null, place: number): string {
  return `${zoneKey(zone, of)}/${place}`;
}

/** The answer that an option stands for where it is taken on one of its places: options that come
 * to the same have each its own. */
export function answerOn(option: Option, key: string): number {
  const place = (option.on ?? []).findIndex((one) => keyOfPlace(one) === key);
  const several = option.on?.length === option.same.length;
  return (several ? option.same[place] : undefined) ?? option.i;
}

/** What an option costs, as a player reads it: `memory 4`. */
export function costText(option: Option, title: (value: string) => string): string {
  return Object.entries(option.costs ?? {})
    .map(([value, amount]) => `${title(value)} ${amount}`)
    .join(", ");
}

/** The option that passes, is done or declines. */
export function passOf(choice: Choice): Option | null {
  return choice.options.find((option) => option.passes) ?? null;
}

/** The options that are on one of some places, or in a zone that is one of them, each with the place
 * where it is taken. */
export function offersAt(choice: Choice | null, keys: readonly string[]): { key: string; option: Option }[] {
  const isThere = (key: string) => keys.some((one) => key === one || (one.startsWith("zone/") && key.startsWith(`${one}/`)));
  return [...offersByKey(choice)].flatMap(([key, options]) => (key && isThere(key) ? options.map((option) => ({ key, option })) : []));
}

/** The cards that may be chosen where nothing is done but to choose one, if they are few enough to
 * be named: the targets of what asks. */
export function targetsOf(choice: Choice | null, most = 10): string[] {
  const placed = (choice?.options ?? []).filter((option) => option.on?.length && !option.do);
  const cards = placed.flatMap((option) => (option.on ?? []).flatMap((place) => ("card" in place ? [place.card] : [])));
  const found = [...new Set(cards)];
  return found.length <= most ? found : [];
}

/** Whether several things are to be picked, all of which may be sent at once: nothing is picked yet,
 * and each option is on something of the table. */
export function picksAtOnce(choice: Choice | null): boolean {
  if (!choice?.picks || choice.picks.picked > 0 || choice.picks.most < 2 || choice.split) return false;
  return choice.options.every((option) => option.passes || Boolean(option.on?.length));
}

/** Whether so many may be sent. */
export function maySend(choice: Choice, count: number): boolean {
  return choice.picks !== null && choice.picks !== undefined && count >= choice.picks.least && count <= choice.picks.most && count > 0;
}
