import { seededFraction } from '../service/chance.ts'

/** A locally administered address (IEEE 802c) that is the port's for good. */
export function macOf(scene: string, node: string, port: string): string {
  const n = Math.floor(seededFraction(scene, node, port, 'mac') * 2 ** 32)
  const hex = n.toString(16).padStart(8, '0')
  return ['52', '54', ...(hex.match(/../g) ?? [])].join(':')
}
