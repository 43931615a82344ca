export interface ParameterText {
  description: string
  example: unknown
}
