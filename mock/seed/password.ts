import { passwordBreaks } from '#src/contract/rules.ts'

const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password of about 87 random bits that satisfies even the strict policy, in groups that can be read aloud. */
export function madePassword(random: (bytes: number) => Buffer): string {
  for (;;) {
    // 55 letters: bytes above the last whole multiple would make the first ones likelier
    const letters = [...random(64)].filter((b) => b < 220).map((b) => alphabet[b % 55])
    if (letters.length < 15) continue
    const password = [0, 5, 10].map((n) => letters.slice(n, n + 5).join('')).join('-')
    const policy = { min: 8, max: 20, kinds: 3, strict: true, expires_days: 0, history: 0 }
    if (!passwordBreaks(password, { policy, about: ['admin'] }).length) return password
  }
}
