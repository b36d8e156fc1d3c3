/**
 * What a Service says of its consumers' needs in its annotations, for the policies that name it (proposal: Service
 * Injection Policy, "Optional Behavior with implicit injections").
 */
import { GROUP } from '../api.ts';
import { nearestName } from '../wording/nearest-name.ts';
import { type Resource } from '../krm/resource.ts';
import { describeValue } from '../wording/describe-value.ts';
import { at, isMap, mapOf, scalarText, type Value, type ValueMap } from '../yaml/value.ts';

const ENV_FROM = `${GROUP}/env-from`;
const MOUNTS = `${GROUP}/mounts`;

export interface Hints {
  readonly envFrom: readonly Hint[];
  readonly volumes: readonly Hint[];
  readonly volumeMounts: readonly Hint[];
  readonly problems: readonly HintProblem[];
}

/** An entry of a list, and the annotation that it comes from. */
export interface Hint {
  readonly value: ValueMap;
  readonly annotation: string;
}

export interface HintProblem {
  readonly severity: 'error' | 'warning';
  readonly annotation: string;
  readonly message: string;
}

/** Whether a Service has any annotation of this program. */
export function hasHints({ value }: Resource): boolean {
  const annotations = at(value, 'metadata', 'annotations');
  return isMap(annotations) && Object.keys(annotations).some((key) => key.startsWith(`${GROUP}/`));
}

/** Reads the hints of a Service. */
export function readHints({ value }: Resource): Hints {
  const annotations = at(value, 'metadata', 'annotations');
  const reading = new Reading();
  for (const [key, text] of isMap(annotations) ? Object.entries(annotations) : []) {
    if (key === ENV_FROM) reading.each(key, text, (part) => reading.source(part));
    else if (key === MOUNTS) reading.each(key, text, (part) => reading.mount(part));
    else if (key.startsWith(`${GROUP}/`)) reading.unknown(key);
  }
  return reading;
}

/** What an object that a hint names is called in the API, and in its volume. */
const KINDS: Readonly<Record<string, { readonly source: string; readonly volume: string; readonly name: string }>> = {
  configmap: { source: 'configMapRef', volume: 'configMap', name: 'name' },
  secret: { source: 'secretRef', volume: 'secret', name: 'secretName' },
  configdata: { source: 'configDataRef', volume: 'configData', name: 'configDataName' },
};

const OBJECT = String.raw`(?<kind>configmap|secret|configdata)\/(?<name>[a-z0-9](?:[-.a-z0-9]{0,251}[a-z0-9])?)`;
const SOURCE = new RegExp(String.raw`^${OBJECT}(?<optional>\?)?$`);
const MOUNT = new RegExp(String.raw`^${OBJECT}:(?<path>\/[^:?,]*)(?::(?<mode>ro|rw))?(?<optional>\?)?$`);
const LONGEST_VOLUME_NAME = 63;

class Reading implements Hints {
  readonly envFrom: Hint[] = [];
  readonly volumes: Hint[] = [];
  readonly volumeMounts: Hint[] = [];
  readonly problems: HintProblem[] = [];
  /** By the place that an object takes (a volume, a source), how its first hint spells it. */
  readonly #spellings = new Map<string, string>();
  #annotation = '';

  each(annotation: string, text: Value, read: (part: string) => void): void {
    this.#annotation = annotation;
    if (typeof text !== 'string') {
      this.#problem(`expected a string, found ${describeValue(text)}`);
      return;
    }
    const parts = text.split(',').map((one) => one.trim());
    for (const part of parts) if (part !== '') read(part);
    if (text.trim() !== '' && parts.includes(''))
      this.#problem(`expected something between the commas, found ${describeValue(text)}`);
  }

  source(part: string): void {
    const { kind, name, optional } = SOURCE.exec(part)?.groups ?? {};
    const field = kind === undefined ? undefined : KINDS[kind];
    if (field === undefined || name === undefined) {
      const expected = 'configmap/NAME, secret/NAME or configdata/NAME, with a ? behind it where it is optional';
      this.#problem(`expected ${expected}, found ${JSON.stringify(part)}`);
      return;
    }
    if (
      this.#isFirst(`envFrom ${field.source} ${name}`, `${kind}/${name}${optional ?? ''}`, `source ${kind}/${name}`)
    ) {
      this.#add(this.envFrom, mapOf([[field.source, reference('name', name, optional)]]));
    }
  }

  mount(part: string): void {
    const { kind, name, path, mode, optional } = MOUNT.exec(part)?.groups ?? {};
    const field = kind === undefined ? undefined : KINDS[kind];
    if (field === undefined || name === undefined || path === undefined) {
      const expected =
        'KIND/NAME:/PATH with kind configmap, secret or configdata, then :ro if you like, then a ? where it is optional';
      this.#problem(`expected ${expected}, found ${JSON.stringify(part)}`);
      return;
    }
    const volume = `${kind}-${name.replaceAll('.', '-')}`;
    if (volume.length > LONGEST_VOLUME_NAME) {
      const message = `expected a name that makes a volume's (${volume}) of at most ${LONGEST_VOLUME_NAME} characters, found one of ${volume.length}`;
      this.#problem(message);
      return;
    }
    if (this.#isFirst(volume, `${kind}/${name}${optional ?? ''}`, `volume ${volume}`)) {
      this.#add(
        this.volumes,
        mapOf([
          ['name', volume],
          [field.volume, reference(field.name, name, optional)],
        ]),
      );
    }
    const mount: [string, Value][] = [
      ['name', volume],
      ['mountPath', path],
    ];
    this.#add(this.volumeMounts, mapOf(mode === 'ro' ? [...mount, ['readOnly', true]] : mount));
  }

  /** Whether no hint has taken a place yet; that it has been taken by something else is a problem. */
  #isFirst(place: string, spelling: string, title: string): boolean {
    const first = this.#spellings.get(place);
    if (first === undefined) this.#spellings.set(place, spelling);
    else if (first !== spelling) this.#problem(`expected one ${title}, found ${first} and ${spelling}`);
    return first === undefined;
  }

  unknown(annotation: string): void {
    this.#annotation = annotation;
    const known = ['env-from', 'mounts'];
    const nearest = nearestName(annotation.slice(GROUP.length + 1), known) ?? known.join(' or ');
    this.#problem(`unknown annotation; did you mean ${GROUP}/${nearest}?`, 'warning');
  }

  #add(list: Hint[], value: ValueMap): void {
    list.push({ value, annotation: this.#annotation });
  }

  #problem(message: string, severity: HintProblem['severity'] = 'error'): void {
    this.problems.push({ severity, annotation: this.#annotation, message });
  }
}

function reference(field: string, name: string, optional: string | undefined): ValueMap {
  return mapOf([[field, name], ...(optional === undefined ? [] : [['optional', true] as const])]);
}

/** The name of the Service that a policy names; undefined where it names none. */
export function serviceOf({ value }: Resource): string | undefined {
  const service = scalarText(at(value, 'spec', 'service'));
  return service === '' ? undefined : service;
}
