import { createPrivateKey, sign as signBytes } from 'node:crypto'
import { signedText } from '#src/contract/license/file.ts'
import type { Licence, SignedLicence } from '#src/contract/license/licence.ts'
import { developmentKey } from './key.ts'

/** Signs a licence as the development issuer does. */
export const sign = (licence: Licence): SignedLicence => ({
  key: developmentKey.name,
  licence,
  signature: signBytes(
    null,
    Buffer.from(signedText(licence, developmentKey.name), 'utf8'),
    createPrivateKey({ format: 'jwk', key: developmentKey.jwk }),
  ),
})
