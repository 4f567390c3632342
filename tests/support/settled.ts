/**
 * What a file put on the window goes with it, and what it still asks for is waited for: files of one worker share both. A file that ends while
 * a module is on its way leaves that broken for the files after it, as what is asked of an environment that is gone fails for good.
 */
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.unstubAllGlobals()
  return vi.dynamicImportSettled()
})
