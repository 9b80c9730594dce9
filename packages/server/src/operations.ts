import { updateAccount } from './account/account.patch.ts';
import { listAccounts } from './account/accounts.get.ts';
import { createAccount } from './account/accounts.post.ts';
import { changePassword } from './account/change-password.post.ts';
import { getMe } from './account/me.get.ts';
import { register } from './account/register.post.ts';
import { endSession, listSessions } from './account/sessions.ts';
import { listSharingApprovals, listSharingRequests } from './account/sharing.get.ts';
import { getSignInPage, signInFiles } from './account/sign-in.get.ts';
import { signIn } from './account/sign-in.post.ts';
import { signOut } from './account/sign-out.post.ts';
import { getAccountUsage } from './account/usage.get.ts';
import { deleteExport, getExport, getExportFile, listExports } from './export/exports.get.ts';
import { createExport } from './export/exports.post.ts';
import type { Operation } from './http/operation.ts';
import { getAggregate } from './hub/aggregate.get.ts';
import { postAggregate } from './hub/aggregate.post.ts';
import { getAuditLog } from './hub/audit.get.ts';
import { createBackup, getBackups } from './hub/backups.ts';
import { getBox } from './hub/bbox.get.ts';
import { getChangeset } from './hub/changeset.get.ts';
import { listChangesets } from './hub/changesets.get.ts';
import { countFeatures } from './hub/count.get.ts';
import { exportFeatures } from './hub/export.get.ts';
import { deleteFeature } from './hub/feature.delete.ts';
import { getFeature } from './hub/feature.get.ts';
import { putNewFeature } from './hub/feature.new.put.ts';
import { patchFeature } from './hub/feature.patch.ts';
import { putFeature } from './hub/feature.put.ts';
import { deleteFeatures } from './hub/features.delete.ts';
import { getFeatures } from './hub/features.get.ts';
import { postFeatures } from './hub/features.post.ts';
import { putFeatures } from './hub/features.put.ts';
import { getHistory } from './hub/history.get.ts';
import { getHistoryStatistics } from './hub/history.statistics.get.ts';
import { getHub } from './hub/hub.get.ts';
import { iterateFeatures } from './hub/iterate.get.ts';
import { searchFeatures } from './hub/search.get.ts';
import { deleteSpace } from './hub/space.delete.ts';
import { getSpace } from './hub/space.get.ts';
import { updateSpace } from './hub/space.patch.ts';
import { listSpaces } from './hub/spaces.get.ts';
import { createSpace } from './hub/spaces.post.ts';
import { getSpatial } from './hub/spatial.get.ts';
import { postSpatial } from './hub/spatial.post.ts';
import { getStatistics } from './hub/statistics.get.ts';
import { getTile, getTileByNumbers } from './hub/tile.get.ts';
import { getTileJson } from './hub/tile-json.get.ts';
import { deleteProject } from './project/project.delete.ts';
import { getProject } from './project/project.get.ts';
import { patchProject } from './project/project.patch.ts';
import { putProject } from './project/project.put.ts';
import { listProjects } from './project/projects.get.ts';
import { createProject } from './project/projects.post.ts';
import { createTokenLegacy, getMaxRights, listTokensLegacy } from './token/legacy.ts';
import { deleteToken } from './token/token.delete.ts';
import { getToken, getTokenJson } from './token/token.get.ts';
import { listTokens } from './token/tokens.get.ts';
import { createToken } from './token/tokens.post.ts';

/** Every operation of the token interface. */
export const TOKEN_OPERATIONS: readonly Operation[] = [
  listTokens,
  createToken,
  getToken,
  getTokenJson,
  deleteToken,
  createTokenLegacy,
  listTokensLegacy,
  getMaxRights,
];

/** Every operation about accounts. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  getSignInPage,
  ...signInFiles,
  signIn,
  signOut,
  register,
  changePassword,
  listSessions,
  endSession,
  getMe,
  listSharingRequests,
  listSharingApprovals,
  getAccountUsage,
  listAccounts,
  createAccount,
  updateAccount,
];

/** Every operation of the project interface. */
export const PROJECT_OPERATIONS: readonly Operation[] = [
  listProjects,
  createProject,
  getProject,
  putProject,
  patchProject,
  deleteProject,
];

/** Every operation of the hub interface: what is not here does not exist. */
export const HUB_OPERATIONS: readonly Operation[] = [
  getHub,
  getAuditLog,
  getBackups,
  createBackup,
  listSpaces,
  createSpace,
  getSpace,
  updateSpace,
  deleteSpace,
  getFeatures,
  getFeature,
  searchFeatures,
  getBox,
  getTile,
  getTileByNumbers,
  getTileJson,
  getSpatial,
  postSpatial,
  iterateFeatures,
  exportFeatures,
  createExport,
  listExports,
  getExport,
  getExportFile,
  deleteExport,
  countFeatures,
  getAggregate,
  postAggregate,
  getStatistics,
  listChangesets,
  getChangeset,
  getHistory,
  getHistoryStatistics,
  putFeatures,
  postFeatures,
  deleteFeatures,
  putNewFeature,
  putFeature,
  patchFeature,
  deleteFeature,
];
