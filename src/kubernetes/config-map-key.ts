/**
 * Whether a text can be a key of a ConfigMap or Secret: `IsConfigMapKey` in k8s.io/apimachinery pkg/util/validation.
 * ConfigData follows it, too: the proposal's own example has `number_of_members`, which its narrower rule refuses.
 */
export function isConfigMapKey(key: string): boolean {
  return /^[-._a-zA-Z0-9]{1,253}$/.test(key) && key !== '.' && !key.startsWith('..');
}
