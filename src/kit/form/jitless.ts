/** Schemas are interpreted here, not compiled: the page's security policy allows no code made from text. Loaded before any schema. */
import { config } from 'zod'

config({ jitless: true })
