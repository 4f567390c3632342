import { defaultPolicy, passwordBreaks, type PasswordPolicy } from '#src/contract/rules.ts'

const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const usual = 17

/**
 * A password that satisfies the policy and even the strict one, in groups of five that can be read aloud; of about 87 random bits where
 * the policy leaves room for 17 characters.
 */
export function madePassword(
  random: (bytes: number) => Buffer,
  { min, max }: Pick<PasswordPolicy, 'min' | 'max'> = defaultPolicy,
): string {
  const length = Math.min(Math.max(usual, min), max)
  for (;;) {
    // 55 letters: bytes above the last whole multiple would make the first ones likelier
    const letters = [...random(128)].filter((b) => b < 220).map((b) => alphabet[b % 55])
    if (letters.length < length) continue
    const password = letters
      .slice(0, length)
      .map((c, i) => (i % 6 === 5 ? '-' : c))
      .join('')
    const policy = { ...defaultPolicy, min, max, kinds: 3, strict: true }
    if (!passwordBreaks(password, { policy, about: ['admin'] }).length) return password
  }
}
