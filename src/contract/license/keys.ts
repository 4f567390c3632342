/**
 * Public keys that sign licences, by name. The vendor's private half is with the vendor; that of the development issuer is in
 * `mock/world/issuer`, for everybody to see, so no server in production believes it.
 */
import type { Keys } from './verify.ts'

export const vendorKeys: Keys = { 'vendor-1': '-Hrp8Hh7DIkdJ33moaO0fTn5p3gj5ut8d_QyZN54BYY' }
export const developmentKeys: Keys = { development: 'pnFGEIGLK3zWf0RvCLkEr3IQ3KHzcIyBCWRjr4AhtW8' }
