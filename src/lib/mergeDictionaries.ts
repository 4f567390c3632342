/**
 * Stands in for `lodash.merge` inside react-intl-universal (see vite.config.ts), which merges nothing but dictionaries: flat words by
 * language. The general one would be the largest part of that library on every first page.
 */
export default function mergeDictionaries(
  into: Record<string, Record<string, string>>,
  from: Record<string, Record<string, string>>,
): void {
  for (const [language, words] of Object.entries(from)) into[language] = { ...into[language], ...words }
}
