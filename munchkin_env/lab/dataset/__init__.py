"""Games as a dataset: decisions, what was seen and results, in Parquet files.

See docs/dataset.md.
"""

from .describing import COLUMNS, ColumnMeaning, describe_dataset
from .exporting import Export, export_games

__all__ = ["COLUMNS", "ColumnMeaning", "Export", "describe_dataset", "export_games"]
