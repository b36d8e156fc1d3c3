/** First stage: the inputs as packages are read, no further than their envelopes and the heads of their items. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { placeOf, readEnvelope, readListWhole, type Envelope, type Refusal } from '../krm/envelope.ts';
import { fileIn } from '../krm/head.ts';
import { sourceOf, type Input, type Source } from '../krm/source.ts';

export interface Package {
  readonly kind: 'package';
  /** One for each input. */
  readonly sources: readonly Source[];
}

/** Inputs that cannot be used. */
export interface Unusable {
  readonly kind: 'unusable';
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads every input as far as its envelope; where one cannot be used, none is. */
export function readPackage(inputs: readonly Input[]): Package | Unusable {
  const envelopes = inputs.map(({ bytes }) => readEnvelope(bytes));
  const diagnostics = envelopes.flatMap((envelope, index) => problemsOf(envelope, inputs[index] as Input, index));
  if (diagnostics.length > 0) return { kind: 'unusable', diagnostics };
  return {
    kind: 'package',
    sources: inputs.map((input, index) => sourceOf(index, input, envelopeFor(input, envelopes[index] as Envelope))),
  };
}

function problemsOf(envelope: Envelope | Refusal, { bytes, path }: Input, index: number): readonly Diagnostic[] {
  const severity = 'error';
  if ('kind' in envelope) {
    const location = envelope.offset === undefined ? undefined : { input: index, offset: envelope.offset };
    return [{ id: 'input-unreadable', severity, message: inFile(path, envelope.message), location }];
  }
  // A ResourceList without items is something else: a package can be empty.
  if (path !== undefined || envelope.form !== 'stream' || envelope.units.length > 0) return [];
  const found = bytes.length === 0 ? 'nothing' : 'only comments and blank lines';
  const message = `expected a ResourceList, a List or Kubernetes objects on standard input, found ${found}`;
  return [{ id: 'input-empty', severity, message }];
}

/** A package with the lists of some inputs read whole, since an item of each cannot be understood by itself. */
export function readPackageWhole({ sources }: Package, inputs: readonly number[]): Package | Unusable {
  const read = [...sources];
  const diagnostics: Diagnostic[] = [];
  for (const which of inputs) {
    const source = sources[which] as Source;
    const { bytes, list } = source.envelope;
    if (list === undefined) throw new Error('only the items of a list are read apart from one another');
    const whole = readListWhole(bytes, list);
    if ('kind' in whole) diagnostics.push(wholeProblem(source, whole));
    else read[which] = sourceOf(source.index, source.input, envelopeFor(source.input, whole));
  }
  return diagnostics.length > 0 ? { kind: 'unusable', diagnostics } : { kind: 'package', sources: read };
}

/** What is wrong with a list, at the item that it is in. */
function wholeProblem({ index, input, envelope, items }: Source, { message, offset = 0 }: Refusal): Diagnostic {
  const item = items.find(({ unit: { slice } }) => slice.start <= offset && offset < slice.end);
  const place = item ? `${placeOf(item.unit)}: ` : '';
  return {
    id: 'input-unreadable',
    severity: 'error',
    message: inFile(input.path, place + message),
    file: item?.head && fileIn(envelope.bytes, item.head),
    location: { input: index, offset },
  };
}

/** A ResourceList that was read from a file is no call of the function: what it says of one does not count. */
function envelopeFor({ path }: Input, envelope: Envelope): Envelope {
  if (path === undefined || envelope.form !== 'ResourceList') return envelope;
  return { ...envelope, form: 'List', functionConfig: undefined, results: [] };
}

function inFile(path: string | undefined, message: string): string {
  return path === undefined ? message : `${path}: ${message}`;
}
