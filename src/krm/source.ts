/** One input during a run: reads its units, takes in what they should become, and makes the edits. */
import type { Edit } from '../yaml/edit.ts';
import { Positions } from '../yaml/position.ts';
import { reconcile } from '../yaml/reconcile.ts';
import { valueOf } from '../yaml/source-node.ts';
import { at, replaceAll, withKey, type Value, type ValueMap } from '../yaml/value.ts';
import { placeOf, problemAt, readUnit, resultsEdits, type Envelope, type Tree, type Unit } from './envelope.ts';
import type { Report } from './report.ts';
import { resourcesIn, type Resource } from './resource.ts';
import { newResults, type Result } from './result.ts';

/** Where an input comes from. */
interface Place {
  readonly path?: string | undefined;
  readonly readOnly?: boolean | undefined;
}

export class Source {
  readonly envelope: Envelope;
  /** Set when an item could not be read by itself: its list has to be read as one instead. */
  needsWhole = false;
  /** That of a file; undefined for standard input. */
  readonly path: string | undefined;
  /** Whether it is only looked at. */
  readonly readOnly: boolean;
  /** Of offsets in the input. */
  readonly positions: Positions;
  readonly #report: Report;
  readonly #edits: Edit[] = [];
  /** The units that are looked at more than once, and what they should become: their edits are made at the end. */
  readonly #trees = new Map<Unit, Tree>();
  readonly #desired = new Map<Unit, Value>();

  /** `path` is that of a file; results then name it instead of what the objects' annotations say. */
  constructor(envelope: Envelope, { path, readOnly = false }: Place, report: Report) {
    this.envelope = envelope;
    this.positions = new Positions(envelope.bytes);
    this.path = path;
    this.readOnly = readOnly;
    this.#report = report;
  }

  /** The objects of a unit, which may be edited any number of times from now on; what is none is reported. */
  read(unit: Unit): readonly Resource[] {
    const tree = this.#tree(unit);
    if (tree === undefined) return [];
    this.#trees.set(unit, tree);
    return this.#resources(unit, tree);
  }

  /** The objects of a unit that is only looked at: none where it cannot be read, which is for others to report. */
  look(unit: Unit): readonly Resource[] {
    const tree = this.#trees.get(unit) ?? readUnit(this.envelope.bytes, unit, this.positions);
    if (tree === 'empty' || 'kind' in tree) return [];
    return resourcesIn(tree.root, placeOf(unit)).flatMap((found) =>
      'ref' in found ? [this.#located(found, unit)] : [],
    );
  }

  /** Puts `change` of every object of a unit in the object's place. */
  edit(unit: Unit, change: (resource: Resource) => ValueMap): void {
    const tree = this.#trees.get(unit) ?? this.#tree(unit);
    if (tree === undefined) return;
    const current = this.#desired.get(unit) ?? valueOf(tree.root);
    const changes = this.#resources(unit, tree).flatMap((resource) => {
      const part = change(resource);
      return part === resource.value ? [] : [{ path: resource.path, part }];
    });
    if (changes.length === 0) return;
    const desired = replaceAll(current, changes);
    if (this.#trees.has(unit)) {
      this.#desired.set(unit, desired);
      return;
    }
    for (const edit of reconcile(this.envelope.bytes, tree.root, desired, tree.hasAnchors)) this.#edits.push(edit);
  }

  /** Puts `change` of the whole text of a unit, lists and all, in its place; of one that was read before. */
  editWhole(unit: Unit, change: (value: Value) => Value): void {
    const tree = this.#trees.get(unit);
    if (tree === undefined) return;
    const current = this.#desired.get(unit) ?? valueOf(tree.root);
    const desired = change(current);
    if (desired !== current) this.#desired.set(unit, desired);
  }

  /** All edits of the input; of a ResourceList with the results. With `failed` nothing else is changed. */
  edits(failed: boolean, results: readonly Result[]): readonly Edit[] {
    const { bytes, form, units, list, results: existing } = this.envelope;
    const added = form === 'ResourceList' ? newResults(results, existing) : [];
    const desiredOf = (unit: Unit, { root }: Tree): Value =>
      (failed ? undefined : this.#desired.get(unit)) ?? valueOf(root);
    const [whole] = units;
    if (list && whole?.tree) {
      const value = desiredOf(whole, whole.tree);
      const desired = added.length === 0 ? value : withKey(value as ValueMap, 'results', [...existing, ...added]);
      return reconcile(bytes, whole.tree.root, desired, whole.tree.hasAnchors);
    }
    const late = [...this.#trees].flatMap(([unit, tree]) => {
      const desired = desiredOf(unit, tree);
      return desired === valueOf(tree.root) ? [] : reconcile(bytes, tree.root, desired, tree.hasAnchors);
    });
    return [...(failed ? [] : this.#edits), ...late, ...resultsEdits(this.envelope, added)];
  }

  #tree(unit: Unit): Tree | undefined {
    const { bytes, form } = this.envelope;
    const read = readUnit(bytes, unit, this.positions);
    const inList = form !== 'stream' && unit.tree === undefined;
    if (read === 'empty') {
      if (inList) this.#refuse(placeOf(unit), 'expected a Kubernetes object, found null');
      return undefined;
    }
    // By itself an item may look broken, or hide that its anchors are used elsewhere.
    if (inList && ('kind' in read || read.hasAnchors)) {
      this.needsWhole = true;
      return undefined;
    }
    if ('kind' in read) {
      this.#refuse(placeOf(unit), read.message);
      return undefined;
    }
    if (form === 'stream' && at(valueOf(read.root), 'kind') === 'ResourceList') {
      this.#refuse(placeOf(unit), 'expected the ResourceList to be the only document');
      return undefined;
    }
    return read;
  }

  #resources(unit: Unit, { root }: Tree): readonly Resource[] {
    return resourcesIn(root, placeOf(unit)).flatMap((found) => {
      if ('ref' in found) return [this.#located(found, unit)];
      // Among the files of a folder there are others than Kubernetes objects: values, settings of tools.
      if (this.path !== undefined) return [];
      this.#refuse(
        found.place,
        problemAt(this.positions, { message: found.message, offset: found.node.propertiesStart }),
      );
      return [];
    });
  }

  #located(resource: Resource, unit: Unit): Resource {
    return this.path === undefined ? resource : { ...resource, file: { path: this.path, index: unit.index ?? 0 } };
  }

  #refuse(place: string, message: string): void {
    const parts = [this.path, place, message].filter((part) => part !== undefined && part !== '');
    this.#report.refuse({ message: parts.join(': ') });
  }
}
