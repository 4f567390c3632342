/**
 * A file that ends while it still asks for a module leaves it broken for the files after it: those of one worker share what they import, and
 * what is asked of an environment that is gone fails for good.
 */
import { afterAll, vi } from 'vitest'

afterAll(() => vi.dynamicImportSettled())
