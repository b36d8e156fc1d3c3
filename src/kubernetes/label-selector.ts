/** Label selectors: meta/v1 LabelSelector (Kubernetes API reference, "Labels and Selectors"). */

export interface LabelSelector {
  readonly matchLabels: Readonly<Record<string, string>>;
  readonly matchExpressions: readonly LabelSelectorRequirement[];
}

export interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values: readonly string[];
}

/** Whether every requirement holds. An empty selector selects everything; `NotIn` and `DoesNotExist` hold for an absent key. */
export function selects(selector: LabelSelector, labels: ReadonlyMap<string, string>): boolean {
  return (
    Object.entries(selector.matchLabels).every(([key, value]) => labels.get(key) === value) &&
    selector.matchExpressions.every((requirement) => holds(requirement, labels.get(requirement.key)))
  );
}

/** Whether a requirement is on the label of that key; without a key, whether there is any requirement. */
export function looksAt({ matchLabels, matchExpressions }: LabelSelector, key: string | undefined): boolean {
  const keys = [...Object.keys(matchLabels), ...matchExpressions.map((requirement) => requirement.key)];
  return key === undefined ? keys.length > 0 : keys.includes(key);
}

function holds({ operator, values }: LabelSelectorRequirement, label: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return label !== undefined && values.includes(label);
    case 'NotIn':
      return label === undefined || !values.includes(label);
    case 'Exists':
      return label !== undefined;
    case 'DoesNotExist':
      return label === undefined;
  }
}
