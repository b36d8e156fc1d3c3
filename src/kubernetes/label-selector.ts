/** Label selectors: meta/v1 LabelSelector (Kubernetes API reference, "Labels and Selectors"). */

export interface LabelSelector {
  readonly matchLabels: ReadonlyMap<string, string>;
  readonly matchExpressions: readonly LabelSelectorRequirement[];
}

export interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values: ReadonlySet<string>;
}

/** Whether every requirement holds. An empty selector selects everything; `NotIn` and `DoesNotExist` hold for an absent key. */
export function selects(selector: LabelSelector, labels: ReadonlyMap<string, string>): boolean {
  for (const [key, value] of selector.matchLabels) if (labels.get(key) !== value) return false;
  return selector.matchExpressions.every((requirement) => holds(requirement, labels.get(requirement.key)));
}

/** The keys of the labels on which there are requirements. */
export function keysOf({ matchLabels, matchExpressions }: LabelSelector): readonly string[] {
  return [...matchLabels.keys(), ...matchExpressions.map((requirement) => requirement.key)];
}

function holds({ operator, values }: LabelSelectorRequirement, label: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return label !== undefined && values.has(label);
    case 'NotIn':
      return label === undefined || !values.has(label);
    case 'Exists':
      return label !== undefined;
    case 'DoesNotExist':
      return label === undefined;
  }
}
