/** One input during a run: reads its units, takes in what they should become, and makes the edits. */
import type { Edit } from '../yaml/edit.ts';
import { reconcile } from '../yaml/reconcile.ts';
import { valueOf } from '../yaml/source-node.ts';
import { at, replaceAt, withKey, type Value, type ValueMap } from '../yaml/value.ts';
import { placeOf, problemAt, readUnit, resultsEdits, type Envelope, type Tree, type Unit } from './envelope.ts';
import type { Report } from './report.ts';
import { resourcesIn, type Resource } from './resource.ts';
import { newResults, type Result } from './result.ts';

export class Source {
  readonly envelope: Envelope;
  /** Set when an item could not be read by itself: its list has to be read as one instead. */
  needsWhole = false;
  /** That of a file; undefined for standard input. */
  readonly path: string | undefined;
  readonly #report: Report;
  readonly #edits: Edit[] = [];
  /** What the only unit of a list that was read as one should become; its edits are made at the end, with the results. */
  #whole: Value | undefined;

  /** `path` is that of a file; results then name it instead of what the objects' annotations say. */
  constructor(envelope: Envelope, path: string | undefined, report: Report) {
    this.envelope = envelope;
    this.path = path;
    this.#report = report;
  }

  /** The objects of a unit; what is none is reported. */
  read(unit: Unit): readonly Resource[] {
    const tree = this.#tree(unit);
    return tree ? this.#resources(unit, tree) : [];
  }

  /** Puts `change` of every object of a unit in the object's place. */
  edit(unit: Unit, change: (resource: Resource) => ValueMap): void {
    const tree = this.#tree(unit);
    if (tree === undefined) return;
    const current = valueOf(tree.root);
    const desired = this.#resources(unit, tree).reduce((value, resource) => {
      const changed = change(resource);
      return changed === resource.value ? value : replaceAt(value, resource.path, changed);
    }, current);
    if (desired === current) return;
    if (unit.tree && this.envelope.list) this.#whole = desired;
    else this.#edits.push(...reconcile(this.envelope.bytes, tree.root, desired, tree.hasAnchors));
  }

  /** All edits of the input; of a ResourceList with the results. With `failed` nothing else is changed. */
  edits(failed: boolean, results: readonly Result[]): readonly Edit[] {
    const { bytes, form, units, list, results: existing } = this.envelope;
    const made = failed ? [] : this.#edits;
    const added = form === 'ResourceList' ? newResults(results, existing) : [];
    const tree = list && units[0]?.tree;
    if (tree === undefined) return [...made, ...resultsEdits(this.envelope, added)];
    const value = (failed ? undefined : this.#whole) ?? valueOf(tree.root);
    const desired = added.length === 0 ? value : withKey(value as ValueMap, 'results', [...existing, ...added]);
    return reconcile(bytes, tree.root, desired, tree.hasAnchors);
  }

  #tree(unit: Unit): Tree | undefined {
    const { bytes, form } = this.envelope;
    const read = readUnit(bytes, unit);
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
    const { bytes } = this.envelope;
    return resourcesIn(root, placeOf(unit)).flatMap((found) => {
      if ('ref' in found) {
        if (this.path === undefined) return [found];
        return [{ ...found, file: { path: this.path, index: unit.index ?? 0 } }];
      }
      // Among the files of a folder there are others than Kubernetes objects: values, settings of tools.
      if (this.path !== undefined) return [];
      this.#refuse(found.place, problemAt(bytes, { message: found.message, offset: found.node.propertiesStart }));
      return [];
    });
  }

  #refuse(place: string, message: string): void {
    const parts = [this.path, place, message].filter((part) => part !== undefined && part !== '');
    this.#report.refuse({ message: parts.join(': ') });
  }
}
