/** Flags in plain words: what is wrong with a rule, and how much chance is in one that is made for each owner. */
import { flagLimits } from './question.ts'

/** Letters and digits that a made text consists of. */
export const flagAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const randomMark = '{random}'
const bitsEach = Math.log2(flagAlphabet.length)

/** Made characters of a flag: its length without what its template says. */
export const randomLength = ({ template, length }: { template: string; length: number }): number =>
  length - (template.length - randomMark.length)

/** Bits of entropy of a made flag: its made characters are even over the alphabet. */
export const entropyOf = (rule: { template: string; length: number }): number =>
  Math.max(0, Math.floor(randomLength(rule) * bitsEach))

/** What is wrong with a rule that makes flags, in the words of forms. */
export function templateBreaks(rule: {
  template: string
  length: number
}): { path: string; rule: string; params?: Record<string, number> }[] {
  if (rule.template.split(randomMark).length !== 2) return [{ path: 'template', rule: 'random_once' }]
  if (entropyOf(rule) >= flagLimits.entropy) return []
  const least = rule.template.length - randomMark.length + Math.ceil(flagLimits.entropy / bitsEach)
  return least > flagLimits.most
    ? [{ path: 'template', rule: 'template_long', params: { max: flagLimits.most } }]
    : [{ path: 'length', rule: 'entropy', params: { least, bits: flagLimits.entropy } }]
}
