import { Command } from 'commander';
import { accountCommand, type WithAdminBackend } from './account.command.ts';
import { auditCommand } from './audit.command.ts';
import { type Backups, backupCommand, restoreCommand, verifyCommand } from './backup.command.ts';
import { type CopyHub, copyCommand } from './copy.command.ts';
import { doctorCommand, type Examine } from './doctor.command.ts';
import { type CommandLine, readCommandLine, settingOptions } from './flags.ts';
import { OPERATOR_COMMANDS } from './operator.outlines.ts';
import { serveHelp } from './serve.help.ts';
import { tokenCommand } from './token.command.ts';

/** What each command does, once its words are read. */
export type Actions = {
  serve(line: CommandLine): Promise<void>;
  withAdminBackend: WithAdminBackend;
  backups: Backups;
  copy: CopyHub;
  examine: Examine;
};

/** The operator commands: their arguments and what they run. */
export function operatorCommands(actions: Actions): Command[] {
  return [
    serveCommand(actions),
    accountCommand(actions.withAdminBackend).description(OPERATOR_COMMANDS.account),
    tokenCommand(actions.withAdminBackend).description(OPERATOR_COMMANDS.token),
    auditCommand(actions.withAdminBackend).description(OPERATOR_COMMANDS.audit),
    backupCommand(actions.backups).description(OPERATOR_COMMANDS.backup),
    verifyCommand(actions.backups).description(OPERATOR_COMMANDS.verify),
    restoreCommand(actions.backups).description(OPERATOR_COMMANDS.restore),
    doctorCommand(actions.examine).description(OPERATOR_COMMANDS.doctor),
    copyCommand(actions.copy).description(OPERATOR_COMMANDS.copy),
  ];
}

function serveCommand(actions: Actions): Command {
  const serve = new Command('serve')
    .description(OPERATOR_COMMANDS.serve)
    .usage('[flags]')
    .configureHelp({ formatHelp: serveHelp })
    .allowUnknownOption()
    .allowExcessArguments()
    .action((options, command: Command) => actions.serve(readCommandLine(options, command.args)));
  for (const option of settingOptions()) serve.addOption(option);
  return serve;
}
