import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const fields = ['env', 'envFrom', 'volumes', 'volumeMounts', 'selector', 'service', 'containers'];

describe('nearestName', () => {
  it.each([
    ['a missing letter', 'enFrom', 'envFrom'],
    ['an extra letter', 'volumess', 'volumes'],
    ['a wrong letter', 'selektor', 'selector'],
    ['two swapped letters, even in a short name', 'evn', 'env'],
    ['another case', 'ENVFROM', 'envFrom'],
    ['another case and a slip', 'Volumemount', 'volumeMounts'],
    ['a known name itself', 'service', 'service'],
    ['a third of the letters', 'volunnes', 'volumes'],
    ['a singular', 'container', 'containers'],
  ])('%s', (_, name, expected) => expect(nearestName(name, fields)).toBe(expected));

  it.each([
    ['nothing alike', 'strategy'],
    ['more than a third of the letters', 'serv'],
    ['two slips in a short name', 'evm2'],
    ['the empty name', ''],
    ['a very long name', 'e'.repeat(10_000)],
  ])('nothing for %s', (_, name) => expect(nearestName(name, fields)).toBeUndefined());

  it('takes the first of equally near names', () => {
    expect(nearestName('cat', ['bat', 'hat'])).toBe('bat');
  });

  it('takes the nearest, not the first near enough', () => {
    expect(nearestName('volumeMount', ['volumesMounts', 'volumeMounts'])).toBe('volumeMounts');
  });

  it('knows nothing where nothing is known', () => {
    expect(nearestName('env', [])).toBeUndefined();
  });
});
