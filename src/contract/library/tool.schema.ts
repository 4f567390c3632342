import { z } from 'zod'
import { Id, row } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { toolOrigins, toolPlatforms, toolPrices } from './tool.ts'

export const Url = z
  .string()
  .max(2048)
  .refine((v) => v === '' || (/^https?:\/\/[^\s]+$/i.test(v) && URL.canParse(v)), { params: { rule: 'url' } })
const words = (each: number, most: number) => z.array(sized(z.string(), 1, each)).max(most)

const ToolCommand = z.strictObject({
  command: z.string().min(1).max(2048),
  description: z.string().max(2048).default(''),
  usecase: z.string().max(1024).default(''),
  privileges: z.string().max(120).default(''),
  os: z.string().max(255).default(''),
  attack_id: z.string().max(16).default(''),
})

export const ToolBody = z.object({
  name: sized(z.string().trim(), 1, 120),
  category_id: Id,
  summary: sized(z.string(), 0, limits.description.max),
  language: z.string().max(60).default(''),
  website: Url.default(''),
  source_url: Url.default(''),
  price: z.enum(toolPrices).default('unknown'),
  /** Whether the website answered when last looked at; null when nobody looked. */
  online: z.boolean().nullable().default(null),
  platforms: z.array(z.enum(toolPlatforms)).max(toolPlatforms.length).default([]),
  keywords: words(60, 50).default([]),
  synonyms: words(120, 50).default([]),
  attack_ids: words(16, 200).default([]),
  commands: z.array(ToolCommand).max(100).default([]),
  paths: z.array(z.string().max(1024)).max(200).default([]),
  detections: z.array(z.string().max(2048)).max(200).default([]),
  references: z.array(z.string().max(2048)).max(200).default([]),
})
export const Tool = row(ToolBody, { category_name: z.string(), origin: z.enum(toolOrigins) })
export type Tool = z.output<typeof Tool>
export type ToolBody = z.input<typeof ToolBody>

export const ToolCategoryBody = z.object({
  name: sized(z.string().trim(), limits.category.min, limits.category.max),
  description: sized(z.string(), 0, 500).default(''),
})
export const ToolCategory = row(ToolCategoryBody, { key: z.string(), tools: z.number().int() })
export type ToolCategory = z.output<typeof ToolCategory>
export type ToolCategoryBody = z.input<typeof ToolCategoryBody>
