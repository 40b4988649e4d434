/** What every command says that needs one. */
export const noWorkspace = 'There is no workspace yet: start the service once with npm start.';
