/** What a beat makes of a table, as far as its events say: for beats of which no view was sent. */
import type { Beat, Event, Moved, Spot } from "../contract/events";
import type { CardView, Thing, View, ZoneView } from "../contract/view";

/** The view behind a beat; nobody is asked in it. */
export function afterBeat(view: View, beat: Beat): View {
  const start: View = { ...view, at: { ...view.at, beat: beat.n }, turn: beat.turn, asked: [], choice: null, resolving: [], waiting: [] };
  return beat.events.reduce(afterEvent, start);
}

function afterEvent(view: View, event: Event): View {
  switch (event.kind) {
    case "move":
      return moved(view, event);
    case "turn":
      return withThing(view, event.card.id, (thing) => ({ ...thing, turned: event.turned }));
    case "step":
      return { ...view, turn: event.turn, of: event.of, steps: [{ id: event.step, title: event.title, of: event.of }] };
    case "value":
      return valued(view, event.name, event.seat ?? null, event.card?.id ?? null, event.new);
    case "figure":
      return withThing(view, event.card, (thing) => figured(thing, event.name, event.part ?? null, event.new));
    default:
      return view;
  }
}

function moved(view: View, event: Moved): View {
  const lifted = lift(view, event);
  return withZone(lifted.view, event.end, (zone) => laid(zone, lifted.thing, event));
}

/** The card taken from where it lies: with all beneath it only if nothing stays there. */
function lift(view: View, { was, card, start }: Moved): { view: View; thing: Thing } {
  let taken: CardView = card;
  const next = withZone(view, start, (zone) => {
    const objects = zone.objects.flatMap((thing): Thing[] => {
      const cards = thing.cards.filter((one) => {
        const goes = Boolean(was) && one.id === was;
        if (goes) taken = { ...one, ...card };
        return !goes;
      });
      return cards.length === thing.cards.length ? [thing] : cards.length ? [{ ...thing, cards, figures: {} }] : [];
    });
    const found = objects.length < zone.objects.length || taken !== card;
    const rest = found || !zone.places ? objects : withoutOne(objects, start);
    return { ...zone, count: zone.count === null ? null : Math.max(zone.count - 1, 0), objects: rest };
  });
  return { view: next, thing: { cards: [taken] } };
}

/** A zone of places without a card that has no id. */
function withoutOne(objects: Thing[], start: Spot): Thing[] {
  return start.at === "bottom" ? objects.slice(1) : objects.slice(0, -1);
}

function laid(zone: ZoneView, thing: Thing, { end, turned }: Moved): ZoneView {
  const count = zone.count === null ? null : zone.count + 1;
  const lies: Thing = turned ? { ...thing, turned } : thing;
  const known = Boolean(thing.cards[0]?.id ?? thing.cards[0]?.code);
  if (!zone.places && !known) return { ...zone, count };
  const objects = end.at === "bottom" ? [lies, ...zone.objects] : [...zone.objects, lies];
  return { ...zone, count, objects };
}

function withZone(view: View, { zone, of }: Spot, change: (zone: ZoneView) => ZoneView): View {
  return { ...view, zones: view.zones.map((one) => (one.id === zone && one.of === of ? change(one) : one)) };
}

function withThing(view: View, id: string | null | undefined, change: (thing: Thing) => Thing): View {
  if (!id) return view;
  const zones = view.zones.map((zone) => {
    const place = zone.objects.findIndex((thing) => thing.cards.some((card) => card.id === id));
    if (place < 0) return zone;
    return { ...zone, objects: zone.objects.map((thing, at) => (at === place ? change(thing) : thing)) };
  });
  return { ...view, zones };
}

function valued(view: View, name: string, seat: string | null, card: string | null, value: View["values"][string]): View {
  if (card !== null) {
    return withThing(view, card, (thing) => ({
      ...thing,
      cards: thing.cards.map((one) => (one.id === card ? { ...one, values: { ...one.values, [name]: value } } : one)),
    }));
  }
  if (seat === null) return { ...view, values: { ...view.values, [name]: value } };
  return {
    ...view,
    seats: view.seats.map((one) => (one.name === seat ? { ...one, values: { ...one.values, [name]: value } } : one)),
  };
}

function figured(thing: Thing, name: string, part: number | null, now: number | null): Thing {
  const figures = thing.figures?.[name];
  if (!figures) return thing;
  const changed = figures.map((figure) => ((figure.part ?? null) === part ? { ...figure, now } : figure));
  return { ...thing, figures: { ...thing.figures, [name]: changed } };
}
