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
    ['a very long name', 'e'.repeat(200_000)],
  ])('nothing for %s', (_, name) => expect(nearestName(name, fields)).toBeUndefined());

  it('takes the first of equally near names', () => {
    expect(nearestName('cat', ['bat', 'hat'])).toBe('bat');
  });

  it('takes the nearest, not the first near enough', () => {
    expect(nearestName('volumeMount', ['volumesMounts', 'volumeMounts'])).toBe('volumeMounts');
  });

  it('compares no more than is worth it', () => {
    const names = (count: number, length: number): readonly string[] =>
      Array.from({ length: count }, (_, index) => `${index}`.padStart(length, 'x'));
    expect(nearestName('xxxxx8', names(1000, 6))).toBe('xxxxx8');
    expect(nearestName('xxxxx8', names(100_000, 6))).toBeUndefined();
    expect(nearestName('x'.repeat(200_000), names(1, 200_000))).toBeUndefined();
  });

  it('knows nothing where nothing is known', () => {
    expect(nearestName('env', [])).toBeUndefined();
  });
});
