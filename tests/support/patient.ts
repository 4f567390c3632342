/** Testing Library gives up after a second, which a busy machine takes for one page; see `patience` of the configuration. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 50_000 })
