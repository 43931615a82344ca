/** The plain-text body of a mail. */
export const textLayout = `{{heading}}

{{greeting}}

{{intro}}
{{#if code}}

{{codeLabel}}{{colon}} {{code}}
{{codeValid}}
{{/if}}
{{#if rows}}

{{/if}}
{{#each rows}}
{{label}}{{../colon}} {{value}}
{{/each}}
{{#each actions}}

{{label}}{{../colon}}
{{link}}
{{/each}}
{{#if footer}}

--
{{footer}}
{{#each optOut}}
{{label}}{{../colon}} {{link}}
{{/each}}
{{/if}}
{{#if look.help}}

{{look.helpLabel}}
{{#each look.help}}
{{text}}
{{/each}}
{{/if}}
{{#if look.legal}}

{{#each look.legal}}
{{label}}{{../colon}} {{link}}
{{/each}}
{{/if}}
`
