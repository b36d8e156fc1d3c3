/** New YAML text for plain values, in the style of the text around it. */
import { isList, isMap, type Value, type ValueMap } from './value.ts';
import { literalBlock, writeScalar } from './write-scalar.ts';

export interface BlockStyle {
  /** Columns from a mapping's keys to the keys of a mapping below it. */
  readonly step: number;
  /** Columns from a mapping's keys to the dashes of a sequence below it: 0 in the compact style. */
  readonly sequenceOffset: number;
  /** Whether strings of several lines may become literal block scalars; not where a comment follows on the last line. */
  readonly literals: boolean;
}

export interface FlowStyle {
  /** JSON's spelling: every key and string in double quotes. */
  readonly json: boolean;
  /** Whether a space follows `:` and `,`. */
  readonly spaced: boolean;
  /** The white space of one level where every entry has a line of its own; undefined for one line in all. */
  readonly indentation: string | undefined;
}

/** A collection with something in it: what block style can show. */
export function isFilled(value: Value): value is ValueMap | readonly Value[] {
  return isList(value) ? value.length > 0 : isMap(value) && Object.keys(value).length > 0;
}

const rendered = new WeakMap<object, Map<string, string>>();

/**
 * A filled collection in block style. The first line starts at `column` without its indentation, the others come with
 * theirs; lines end in `\n`, the last one in none. The same object in the same place is rendered once: what a policy
 * injects is the same in every container.
 */
export function renderBlock(value: ValueMap | readonly Value[], column: number, style: BlockStyle): string {
  const place = `${column} ${style.step} ${style.sequenceOffset} ${style.literals}`;
  let texts = rendered.get(value);
  if (texts === undefined) rendered.set(value, (texts = new Map()));
  let text = texts.get(place);
  if (text === undefined) {
    const separator = `\n${' '.repeat(column)}`;
    text = isList(value)
      ? value.map((item) => renderItem(item, column, '- ', style)).join(separator)
      : Object.entries(value)
          .map(([key, item]) => renderEntry(key, item, column, style))
          .join(separator);
    texts.set(place, text);
  }
  return text;
}

/** `key: value` in a block mapping at `column`. */
export function renderEntry(key: string, value: Value, column: number, style: BlockStyle): string {
  return `${writeScalar(key, 'key')}:${renderBelow(value, column, style)}`;
}

/** What follows the `:` of a key at `column`: a space and a scalar, or a line break and a collection. */
export function renderBelow(value: Value, column: number, style: BlockStyle): string {
  if (!isFilled(value)) return ` ${renderLeaf(value, column + style.step, style)}`;
  const below = column + (isList(value) ? style.sequenceOffset : style.step);
  return `\n${' '.repeat(below)}${renderBlock(value, below, style)}`;
}

/** `- value` in a block sequence at `column`; `indicator` is the dash with the spaces that follow it. */
export function renderItem(value: Value, column: number, indicator: string, style: BlockStyle): string {
  const inside = column + indicator.length;
  return indicator + (isFilled(value) ? renderBlock(value, inside, style) : renderLeaf(value, inside, style));
}

/** A scalar or an empty collection in block style; the further lines of a literal stand at `column`. */
export function renderLeaf(value: Value, column: number, style: BlockStyle): string {
  if (isList(value)) return '[]';
  if (isMap(value)) return '{}';
  const literal = style.literals && typeof value === 'string' ? literalBlock(value, column) : undefined;
  return literal ?? writeScalar(value, 'block');
}

/** Any value in flow style; where it has several lines, those after the first begin with `margin`. */
export function renderFlow(value: Value, margin: string, style: FlowStyle): string {
  if (!isList(value) && !isMap(value)) return writeScalar(value, style.json ? 'json' : 'flow');
  const inside = margin + (style.indentation ?? '');
  const parts = isList(value)
    ? value.map((item) => renderFlow(item, inside, style))
    : Object.entries(value).map(([key, item]) => renderFlowEntry(key, item, inside, style));
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}'];
  if (style.indentation === undefined || parts.length === 0) {
    return open + parts.join(style.spaced ? ', ' : ',') + close;
  }
  return `${open}\n${inside}${parts.join(`,\n${inside}`)}\n${margin}${close}`;
}

/** `key: value` in a flow mapping. */
export function renderFlowEntry(key: string, value: Value, margin: string, style: FlowStyle): string {
  const text = writeScalar(key, style.json ? 'json' : 'flow');
  // Without a space a colon separates only after a quoted key.
  return `${text}:${style.spaced || !text.startsWith('"') ? ' ' : ''}${renderFlow(value, margin, style)}`;
}
