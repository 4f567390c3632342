/** The server's signature under a receipt, by a key of its own for each kind of receipt. */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { receiptText } from '#src/contract/exam/receipt.ts'
import type { Platform } from '#mock/http/request/handler.ts'

type Signing = Pick<Platform, 'secret'>
export const sha256OfText = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** @param of what the receipt is of: `exam`, `course` */
export async function signatureOf(platform: Signing, of: string, receipt: object): Promise<string> {
  const key = Buffer.from(hkdfSync('sha256', await platform.secret(), of, 'receipt', 32))
  return createHmac('sha256', key).update(receiptText(receipt), 'utf8').digest('hex')
}

/** Whether the server signed it so. */
export async function isGenuine(platform: Signing, of: string, receipt: { signature: string }): Promise<boolean> {
  const [said, right] = [receipt.signature, await signatureOf(platform, of, receipt)].map((s) => Buffer.from(s, 'hex'))
  return said !== undefined && right !== undefined && said.length === right.length && timingSafeEqual(said, right)
}
