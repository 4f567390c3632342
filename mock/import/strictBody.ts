import { z } from 'zod'

/** The schema of an object, refusing what it does not name. @throws where it is none */
export function strictBody(schema: z.ZodType): z.ZodObject {
  if (!(schema instanceof z.ZodObject)) throw new Error('the schema is no object')
  return schema.strict()
}
